#pragma once

#include <QToolButton>

class QAction;
class QPainter;
class QToolBar;

namespace headlight {

/// What a mask hides, for its small picture.
enum class MaskSign : unsigned char {
    kCausal, ///< what comes after each token
    kPadding, ///< what fills up a shorter line
};

/// A switch for a mask: a tick and a small picture of the mask that is in force, so that on and off are told
/// apart in any theme and without colours. It does what its action does, and follows it.
class MaskSwitch : public QToolButton
{
    Q_OBJECT
public:
    /// `words`: shorter than those of the action, for which the tooltip has room.
    MaskSwitch(QAction& action, MaskSign sign, const QString& words, QWidget* parent = nullptr);

    /// One in a tool bar, which shows it as long as the action is visible.
    static MaskSwitch* addTo(QToolBar& bar, QAction& action, MaskSign sign, const QString& words);

    /// Without words the picture has to do; the tooltip says the rest.
    void setWordsShown(bool on);
    bool wordsShown() const { return m_wordsShown; }
    /// What it needs to show them.
    int widthWithWords() const;

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
