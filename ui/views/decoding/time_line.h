#pragma once

#include "ui/state/snapshot.h"

#include <QListView>

#include <memory>

namespace headlight {

class StepDelegate;
class StepsModel;

/// The steps of a decoding from left to right. A short decoding has the whole width too. UI thread only.
class TimeLine : public QListView
{
    Q_OBJECT
public:
    explicit TimeLine(QWidget* parent = nullptr);

    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    /// Shows the step as current without `stepChosen`; -1 = leaves it.
    void showStep(int step);

signals:
    /// The user made another step current.
    void stepChosen(int step);
    /// The token of the current step is to be replaced.
    void editWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitHeight();
    void fitWidth();

    StepsModel* m_steps;
    StepDelegate* m_delegate;
    bool m_following = false; ///< what it shows does not come from the user
};

} // namespace headlight
