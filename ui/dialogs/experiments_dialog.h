#pragma once

#include <QDialog>
#include <QString>

#include <vector>

class QLabel;
class QPushButton;
class QTabWidget;

namespace headlight {

/// A step of a guide, for the dialog.
struct GuideStep
{
    QString title;
    QString text;
};

/// A guide: a question and the steps to its answer.
struct Guide
{
    QString title;
    QString question;
    std::vector<GuideStep> steps;
};

/// Guides with a button for each step, beside the window in which the steps are carried out; the window stays
/// usable. Completed steps are marked. UI thread only.
class ExperimentsDialog : public QDialog
{
    Q_OBJECT
public:
    explicit ExperimentsDialog(const std::vector<Guide>& guides, QWidget* parent = nullptr);

    QPushButton& button(int guide, int step) const;
    /// Brings a guide to the front.
    void showGuide(int guide);
    /// Shows the window's result under the steps.
    void setOutcome(const QString& text);
    QString outcome() const;

signals:
    void stepWanted(int guide, int step);

private:
    struct Step
    {
        QString title;
        QLabel* name;
        QPushButton* button;
        bool done = false;
    };
    QWidget* makePage(const Guide& guide, int number);
    void mark(int guide, int step);

    QTabWidget* m_tabs;
    QLabel* m_outcome;
    std::vector<std::vector<Step>> m_steps; ///< per experiment
};

} // namespace headlight
