#pragma once

#include "ui/picture/chip_colours.h"
#include "ui/picture/token_flow.h"
#include "ui/picture/token_shading.h"
#include "ui/state/focus.h"
#include "ui/views/tokens/chip_painter.h"
#include "ui/widgets/canvas.h"

#include <QStringList>
#include <QTimer>

#include <functional>
#include <optional>
#include <vector>

namespace headlight {

/// A token of one of the stacks.
struct TokenRef
{
    StackKind stack = StackKind::kEncoder;
    int index = 0;
    bool operator==(const TokenRef&) const = default;
};

/// The tokens of one or two stacks as wrapped, shaded chips: the user can point at them and walk through them
/// with the keyboard. Paints only the visible part; a single widget for any number of tokens. UI thread.
class TokenStrip : public ScrolledCanvas
{
    Q_OBJECT
public:
    struct Section
    {
        StackKind stack = StackKind::kEncoder;
        QString title; ///< "Source"
        QString note; ///< "12 tokens · keys"
        TokenAxis tokens;
        int typed = -1; ///< tokens from here on were written by the model; -1 = unknown
    };
    /// A token that is the query or the key of the focus.
    struct Mark
    {
        TokenRef token;
        bool isQuery = true; ///< otherwise the key
        bool pinned = false;
        bool operator==(const Mark&) const = default;
    };

    TokenStrip();

    void setSections(const std::vector<Section>& sections);
    void setShowSpaces(bool show);
    void setShading(std::optional<TokenShading> shading);
    void setMarks(std::vector<Mark> marks) { setPart(m_marks, std::move(marks)); }
    /// The token whose row a decoding has just computed.
    void setNewest(std::optional<TokenRef> newest) { setPart(m_newest, newest); }
    const std::optional<TokenRef>& newest() const { return m_newest; }
    /// Tokens that a search has found, and whose the rows and columns are.
    void setFound(const FoundTokens& found, StackKind queries, StackKind keys);
    bool isFound(const TokenRef& token) const;
    /// Called for the tooltip and the screen reader's description of one token.
    void setDescriber(std::function<QString(const TokenRef&)> toolTip,
                      std::function<QString(const TokenRef&)> spoken);

    const std::optional<TokenShading>& shading() const { return m_shading; }
    const std::vector<Mark>& marks() const { return m_marks; }
    const std::optional<TokenRef>& current() const { return m_current; }
    /// Position of a token in the viewport; for tests and tooltips.
    QRect tokenRect(const TokenRef& token) const;
    /// The colours of a token.
    ChipLook look(const TokenRef& token) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void hovered(std::optional<headlight::TokenRef> token); ///< by mouse or keyboard; none = left
    void activated(const headlight::TokenRef& token); ///< click, Enter or Space
    void dragged(headlight::StackKind stack, int first, int last); ///< the mouse went over these tokens
    void dismissed(); ///< Escape
    void menuRequested(const headlight::TokenRef& token, const QPoint& globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Placed
    {
        Section section;
        TokenFlow flow;
        QStringList note = {}; ///< the section's, in lines under the title; empty = beside it
        qreal top = 0; ///< top of the title, in content coordinates
        qreal chipsTop = 0;
    };

    Tip tipAt(const QPoint& viewportPoint) const override;
    void relayout() override;
    void readOn();
    void restyle() override;
    void pointerLeft() override;
    bool isOwnKey(const QKeyEvent& event) const override { return isWalking(event) || isPinning(event); }
    QRect currentRect() const override { return m_current ? tokenRect(*m_current) : QRect(); }
    qreal widthOf(const QString& title, const QString& note) const;
    /// Places titles to the left of the chips if there is room, otherwise above them.
    qreal placeTitles();
    qreal left() const { return kMargin + m_titleColumn; }
    const Placed* placed(StackKind stack) const;
    std::optional<TokenRef> tokenAt(const QPoint& viewportPoint) const;
    void setCurrent(const TokenRef& token);
    std::optional<TokenRef> moved(const QKeyEvent& key) const;
    std::optional<TokenRef> sideways(int direction) const;
    std::optional<TokenRef> upOrDown(int direction) const;
    std::optional<TokenRef> beside(std::size_t section, int direction) const;
    void reveal(const TokenRef& token);
    void paintSection(QPainter& painter, const Placed& placed, const QRectF& visible) const;
    void paintChip(const ChipPainter& painter, const Placed& placed, int index) const;

    static constexpr qreal kMargin = 7;
    std::vector<Placed> m_placed;
    qreal m_contentHeight = 0;
    QTimer m_measureOn; ///< while chips are to be measured
    qreal m_titleColumn = 0; ///< 0: titles above
    bool m_notesShown = true;
    bool m_showSpaces = false;
    std::optional<TokenShading> m_shading;
    std::vector<Mark> m_marks;
    std::optional<TokenRef> m_newest;
    FoundTokens m_found;
    StackKind m_foundQueries = StackKind::kEncoder, m_foundKeys = StackKind::kEncoder;
    std::optional<TokenRef> m_current; ///< of the keyboard
    std::optional<TokenRef> m_hovered; ///< under the mouse
    std::optional<TokenRef> m_pressed, m_draggedTo; ///< the ends of a drag
    ChipColours m_colours;
    std::function<QString(const TokenRef&)> m_toolTip, m_spoken;
};

} // namespace headlight
