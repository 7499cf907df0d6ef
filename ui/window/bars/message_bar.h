#pragma once

#include <QFrame>
#include <QTimer>
#include <QToolButton>

#include <chrono>
#include <functional>
#include <optional>

class QGridLayout;
class QLabel;
class QPushButton;

namespace headlight {

class ElidedLabel;
struct Notice;

/// A bar with one message: an error with advice, or an unusual state. Hidden while it has no message.
class MessageBar : public QFrame
{
    Q_OBJECT
public:
    enum class Kind { kError, kWarning, kInfo };

    explicit MessageBar(QWidget* parent = nullptr);

    /// An empty text hides the bar.
    void say(Kind kind, const QString& text, const QString& advice = {});
    /// Says a notice, without a button. Nothing hides the bar.
    void say(const std::optional<Notice>& notice);
    QString text() const { return m_text; }
    /// closed() follows after that time, unless another message comes or the mouse is on this one.
    void closeAfter(std::chrono::milliseconds time) { m_leave.start(time); }
    bool isLeaving() const { return m_leave.isActive(); }
    /// Sets a button such as "Reset"; an empty name removes it.
    void setAction(const QString& name, const QString& toolTip = {}) { setButton(*m_action, name, toolTip); }
    /// The same for a button that does this.
    void offer(const QString& name, const QString& toolTip, std::function<void()> then);
    /// Sets a second button, before the first one.
    void setOther(const QString& name, const QString& toolTip = {}) { setButton(*m_other, name, toolTip); }
    /// Sets a button that throws something away, before the others.
    void setDiscard(const QString& name, const QString& toolTip = {})
    {
        setButton(*m_discard, name, toolTip);
    }
    void setClosable(bool closable) { m_close->setVisible(closable); }
    /// Puts as many sentences as fit on one line, or the first one, cut; the full text is its tooltip.
    void setOneLine();
    /// Like say() with the sentences one after the other; the most important one comes first.
    void saySentences(Kind kind, const QStringList& sentences);
    /// What the one line says where all of it does not fit.
    void setShort(const QString& text);
    int heightForWidth(int width) const override;

signals:
    void actionClicked();
    void otherClicked();
    void discardClicked();
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// Without a name the button is not shown.
    void setButton(QPushButton& button, const QString& name, const QString& toolTip);
    /// The buttons: beside the text, in a narrow bar below it, in a very narrow one below each other.
    enum class Buttons { kBeside, kBelow, kStacked };
    void placeButtons();
    void fitButtons();
    Buttons placeIn(int width) const;
    QSize buttonsSize(Buttons place) const; ///< of those that are shown, with their gaps
    QSize closeSize() const; ///< with its gap
    void fitLine();

    QLabel* m_label;
    ElidedLabel* m_line = nullptr; ///< instead of the label
    QPushButton* m_discard;
    QPushButton* m_other;
    QPushButton* m_action;
    QToolButton* m_close;
    QGridLayout* m_grid;
    QString m_text;
    QString m_whole; ///< with the advice
    QStringList m_sentences; ///< of the one line
    QString m_short;
    QTimer m_leave;
    std::function<void()> m_then; ///< what was offered last
    Buttons m_place = Buttons::kBeside;
    Kind m_kind = Kind::kInfo;
};

} // namespace headlight
