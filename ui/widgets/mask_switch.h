#pragma once

#include <QToolButton>

class QAction;
class QPainter;
class QToolBar;

namespace headlight {

/// What a mask hides, for its icon.
enum class MaskSign : unsigned char {
    kCausal, ///< tokens after each token
    kPadding, ///< tokens that fill up a shorter line
};

/// A switch for a mask: a check mark and an icon of the mask in effect, so that on and off can be told apart
/// in any theme and without colour. It triggers its action and follows it.
class MaskSwitch : public QToolButton
{
    Q_OBJECT
public:
    /// `words`: shorter than those of the action, which the tooltip gives in full.
    MaskSwitch(QAction& action, MaskSign sign, QString words, QWidget* parent = nullptr);

    /// Adds a switch to a tool bar, which shows it while the action is visible.
    static MaskSwitch* addTo(QToolBar& bar, QAction& action, MaskSign sign, const QString& words);

    /// Without words, only the icon is shown and the tooltip explains it.
    void setWordsShown(bool on);
    bool wordsShown() const { return m_wordsShown; }
    /// Width needed to show the words, and without them.
    int widthWithWords() const;
    static int widthWithoutWords();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();
    void paintTick(QPainter& painter, const QRectF& box) const;
    void paintSign(QPainter& painter, const QRectF& box) const;

    QAction& m_action;
    MaskSign m_sign;
    QString m_words;
    bool m_wordsShown = true;
};

} // namespace headlight
