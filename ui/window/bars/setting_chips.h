#pragma once

#include <QString>
#include <QToolButton>

#include <functional>
#include <vector>

namespace headlight {

class Workspace;

/// A setting that is not the default, as a chip beside the output says it.
struct SettingChip
{
    QString text;
    QString toolTip; ///< what it does, and what the click does
    std::function<void()> reset; ///< back to the default
};
/// Of the document and of what is looked at, in the order in which they act. The workspace must outlive them.
std::vector<SettingChip> settingChips(Workspace& workspace);
/// The chip of lines that are taken as token ids; reset: makes them text again.
SettingChip idsChip(const std::function<void()>& reset);

/// A chip on the screen: "Beams × 4 ✕". A click resets the setting.
class ChipButton : public QToolButton
{
    Q_OBJECT
public:
    explicit ChipButton(const SettingChip& chip, QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace headlight
