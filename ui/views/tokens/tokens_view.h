#pragma once

#include "ui/views/tokens/token_strip.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/trace_view.h"

#include <QToolButton>

class QBoxLayout;
class QLayout;

namespace headlight {

class ColumnReading;
class MapLegend;
class WrapLayout;

/// The token stream: the tokens of source and target in reading order, shaded by what the pinned (otherwise
/// the hovered) token looks at, or by which tokens look at it. UI thread.
class TokensView : public TraceView
{
    Q_OBJECT
public:
    explicit TokensView(const ViewContext& context, QWidget* parent = nullptr);

    ReadingDirection direction() const { return m_direction; }
    void setDirection(ReadingDirection direction);
    void setShowSpaces(bool show) { m_spaces->setChecked(show); }
    const TokenStrip& strip() const { return *m_strip; }
    /// The sentence above the tokens.
    QString summary() const { return m_summary->text(); }

protected:
    void refresh(ViewChanges changes) override;
    void letGo() override;
    void arrange() override;

private:
    void showLegend(const TokenShading& shading);
    void buildControls(QLayout& layout);
    void showTokens();
    void showShading();
    void showSummary();
    void point(const std::optional<TokenRef>& token);
    TokenStrip::Section sectionOf(StackKind stack, const TokenAxis& tokens) const;
    QString shadingInWords(const TokenShading& shading) const;
    /// A sentence with the five strongest tokens of a row or column; empty if the token has no such role.
    QString strongestOf(const TokenRef& token, ReadingDirection direction) const;
    QString typedText(StackKind stack) const;
    /// Number of typed tokens in a decoder-only model's text; -1 = unknown.
    int typedTokens() const;
    QString toolTipOf(const TokenRef& token) const;
    QString spokenOf(const TokenRef& token) const;
    const TokenLabel* labelOf(const TokenRef& token) const;

    ReadingDirection m_direction = ReadingDirection::kLooksAt;
    Trace m_trace; ///< what is drawn
    std::optional<TokenRef> m_pointed; ///< to explain why nothing is shaded
    TokenStrip* m_strip;
    ColumnReading* m_columns;
    ElidedLabel* m_summary;
    WrapLayout* m_controls = nullptr;
    QBoxLayout* m_bar = nullptr; ///< controls and sentence: in one line where there is room
    QBoxLayout* m_words = nullptr; ///< sentence and legend: the same
    MapLegend* m_legend;
    QToolButton* m_looksAt = nullptr;
    QToolButton* m_lookedAtBy = nullptr;
    QToolButton* m_spaces = nullptr;
};

} // namespace headlight
