#pragma once

#include <QString>
#include <QToolButton>

#include <functional>
#include <vector>

namespace headlight {

class Workspace;

/// A setting that differs from the default, as a chip beside the output.
struct SettingChip
{
    QString text;
    QString toolTip; ///< what it does, and what a click does
    std::function<void()> reset; ///< restores the default
};
/// Chips for the document and what is shown, in the order of their effect. The workspace must outlive them.
std::vector<SettingChip> settingChips(Workspace& workspace);
/// The chip for lines treated as token ids; reset: turns them into text again.
SettingChip idsChip(const std::function<void()>& reset);

/// A chip as a widget: "Beams × 4 ✕". A click resets the setting.
class ChipButton : public QToolButton
{
    Q_OBJECT
public:
    explicit ChipButton(const SettingChip& chip, QWidget* parent = nullptr);

    /// The height of any chip with this text.
    static int heightIn(const QFontMetrics& text) { return text.height() + 6; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace headlight
