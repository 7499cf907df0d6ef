#include "ui/widgets/formula_strip.h"

#include "core/options/map_options.h"
#include "ui/picture/marks.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/term.h"
#include "ui/words/local_number.h"
#include "ui/words/map_words.h"

#include <QLabel>
#include <QPaintEvent>
#include <QPainter>
#include <QSizePolicy>
#include <QStringList>
#include <QToolButton>

#include <algorithm>
#include <cstddef>

namespace headlight {

namespace {

Term termOfStage(MapKind kind)
{
    switch (kind) {
    case MapKind::kProducts:
        return Term::kDotProduct;
    case MapKind::kScores:
        return Term::kScale;
    case MapKind::kBias:
    case MapKind::kContentToPosition:
    case MapKind::kPositionToContent:
        return Term::kBias;
    case MapKind::kWeights:
        return Term::kSoftmax;
    case MapKind::kNormWeighted:
    case MapKind::kEffect:
    case MapKind::kIfMasked:
        return Term::kNormWeight;
    default:
        return Term::kCausalMask;
    }
}

/// Whether it is a term of the bias of disentangled attention, which is shown term by term.
bool isTerm(MapKind kind)
{
    return kind == MapKind::kContentToPosition || kind == MapKind::kPositionToContent;
}

constexpr int kPadY = 3;

constexpr int padOf(FormulaStrip::Spacing spacing)
{
    return spacing == FormulaStrip::Spacing::kRoomy ? 7 : spacing == FormulaStrip::Spacing::kClose ? 4 : 3;
}

/// Beside an arrow.
constexpr int gapOf(FormulaStrip::Spacing spacing)
{
    return spacing == FormulaStrip::Spacing::kRoomy ? 2 : 0;
}

} // namespace

/// A part of the formula: flat, and plainly marked where it is what the map shows.
class FormulaStrip::Part : public QToolButton
{
public:
    Part()
    {
        setCheckable(true);
        setAutoRaise(true);
        setFocusPolicy(Qt::TabFocus);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }
    int widthWith(Spacing spacing) const
    {
        // Bold, so that nothing moves when another part is marked.
        return QFontMetrics(boldFont(font())).horizontalAdvance(text()) + 2 * padOf(spacing);
    }
    void setSpacing(Spacing spacing)
    {
        m_spacing = spacing;
        updateGeometry();
    }
    QSize sizeHint() const override { return {widthWith(m_spacing), fontMetrics().height() + 2 * kPadY + 2}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QColor accent = palette().color(QPalette::Highlight);
        const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
        if (isChecked() || (underMouse() && isEnabled())) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(faded(accent, isChecked() ? 0.22F : 0.1F));
            painter.drawRoundedRect(box, 4, 4);
        }
        if (isChecked())
            painter.fillRect(QRectF(box.left() + 3, box.bottom() - 2, box.width() - 6, 2), accent);
        if (hasFocus())
            paintFocusRing(painter, rect(), accent);
        QFont own = font();
        own.setBold(isChecked());
        painter.setFont(own);
        painter.setPen(
            palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
        painter.drawText(rect().adjusted(0, 0, 0, -2), Qt::AlignCenter, text());
    }

private:
    Spacing m_spacing = Spacing::kRoomy;
};

FormulaStrip::FormulaStrip(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Stage of the computation"));
    setLayoutDirection(Qt::LeftToRight); // a formula is the same in every language
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    makeRow(this);
    for (const MapKind kind : stageOrder()) {
        const auto place = static_cast<std::size_t>(kind);
        if (kind == MapKind::kMask)
            m_before.at(place) = addSign(QStringLiteral("│")); // no step of the formula
        else if (kind != MapKind::kProducts)
            m_arrows.push_back(m_before.at(place) = addSign(QStringLiteral("→")));
        m_parts.at(place) = addPart(kind);
        if (kind == MapKind::kScores) {
            m_arrows.push_back(m_capArrow = addSign(QStringLiteral("→")));
            m_cap = addSign({});
        }
    }
    space(Spacing::kRoomy);
}

QLabel* FormulaStrip::addSign(const QString& text)
{
    auto* const label = new QLabel(text);
    label->setForegroundRole(QPalette::PlaceholderText);
    layout()->addWidget(label);
    return label;
}

FormulaStrip::Part* FormulaStrip::addPart(MapKind kind)
{
    auto* const part = new Part;
    part->setObjectName(QLatin1String("stage.") + QLatin1String(wordOf(kind).data()));
    part->setText(stageSymbol(kind));
    part->setAccessibleName(stageName(kind));
    explainTerm(*part, termOfStage(kind));
    connect(part, &QToolButton::clicked, this, [this, kind, part] {
        part->setChecked(true); // clicking the current part keeps it checked
        emit stageChosen(kind);
    });
    layout()->addWidget(part);
    return part;
}

// Setting the same again would ask for a new layout, which would set it again, and so on for ever.
void FormulaStrip::setSpacing(Spacing spacing)
{
    if (m_spacing != spacing)
        space(spacing);
}

// Where it is tight, the order alone says what leads to what.
void FormulaStrip::space(Spacing spacing)
{
    m_spacing = spacing;
    layout()->setSpacing(gapOf(spacing));
    for (QLabel* const arrow : m_arrows)
        arrow->setMaximumWidth(spacing == Spacing::kTight ? 0 : QWIDGETSIZE_MAX);
    for (Part* const part : m_parts)
        if (part != nullptr)
            part->setSpacing(spacing);
}

int FormulaStrip::widthWith(Spacing spacing) const
{
    int width = 0;
    const auto add = [&width, spacing](int own) { width += own + (width > 0 ? gapOf(spacing) : 0); };
    for (int i = 0; i < layout()->count(); ++i) {
        const QWidget* const each = layout()->itemAt(i)->widget();
        if (each->isHidden())
            continue;
        const bool arrow = std::find(m_arrows.begin(), m_arrows.end(), each) != m_arrows.end();
        if (const auto* const part = dynamic_cast<const Part*>(each))
            add(part->widthWith(spacing));
        else if (const auto* const sign = static_cast<const QLabel*>(each);
                 !arrow || spacing != Spacing::kTight)
            add(sign->sizeHint().width());
        else
            add(0);
    }
    return width;
}

int FormulaStrip::inset() const
{
    return padOf(m_spacing);
}

QToolButton& FormulaStrip::part(MapKind kind) const
{
    return *m_parts.at(static_cast<std::size_t>(kind));
}

void FormulaStrip::show(MapKind shown, const AttentionMap& available, const AttentionFormula& formula)
{
    const QString scale = scaleSymbol(formula.scale, formula.headWidth, formula.modelWidth);
    part(MapKind::kScores).setText(scale);
    m_cap->setText(tr("cap %1").arg(localNumber(QString::number(formula.softcap, 'g', 3))));
    m_cap->setToolTip(tr("Soft-capping keeps large scores below a limit"));
    m_cap->setVisible(formula.softcap != 0);
    m_capArrow->setVisible(formula.softcap != 0);
    const bool terms
        = available.has(MapKind::kContentToPosition) || available.has(MapKind::kPositionToContent);
    for (const MapKind kind : stageOrder()) {
        QToolButton& each = part(kind);
        const bool has = available.isNull() || available.has(kind);
        const bool part = kind == MapKind::kScores ? !scale.isEmpty()
            : kind == MapKind::kBias               ? has && !available.isNull() && !terms
            : isTerm(kind)                         ? has && terms
                                                   : !isOfEffects(kind); // chosen in the map's menu
        each.setVisible(part || kind == shown);
        if (QLabel* const before = m_before.at(static_cast<std::size_t>(kind)))
            before->setVisible(part || kind == shown);
        each.setEnabled(has);
        each.setChecked(kind == shown);
        const QString name = tr("%1: %2").arg(stageName(kind), stageTip(kind));
        each.setToolTip(has ? name
                            : tr("%1. The trace does not include what this is computed from.").arg(name));
        each.updateGeometry();
    }
}

QString FormulaStrip::text() const
{
    QStringList parts;
    for (const MapKind kind : stageOrder())
        if (const QToolButton& each = part(kind); kind != MapKind::kMask && each.isVisibleTo(this))
            parts << each.text();
    return parts.join(QStringLiteral(" → "));
}

} // namespace headlight
