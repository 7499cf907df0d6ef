#include "ui/widgets/formula_strip.h"

#include "ui/picture/local_number.h"
#include "ui/picture/stage_words.h"
#include "ui/state/map_options.h"
#include "ui/widgets/term.h"
#include "ui/widgets/wrap_layout.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPaintEvent>
#include <QPainter>
#include <QSizePolicy>
#include <QStringList>
#include <QStyle>
#include <QStyleOptionToolButton>
#include <QToolButton>

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

constexpr int kPadX = 7, kPadY = 3;

/// A part of the formula: flat, and clearly marked while the map shows it.
class PartButton : public QToolButton
{
public:
    PartButton()
    {
        setCheckable(true);
        setAutoRaise(true);
        setFocusPolicy(Qt::TabFocus);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }
    QSize sizeHint() const override
    {
        QFont bold = font();
        bold.setBold(true); // prevents movement when another part is marked
        const QFontMetrics metrics(bold);
        return {metrics.horizontalAdvance(text()) + 2 * kPadX, metrics.height() + 2 * kPadY + 2};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QColor accent = palette().color(QPalette::Highlight);
        const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
        if (isChecked() || (underMouse() && isEnabled())) {
            QColor fill = accent;
            fill.setAlphaF(isChecked() ? 0.22F : 0.1F);
            painter.setPen(Qt::NoPen);
            painter.setBrush(fill);
            painter.drawRoundedRect(box, 4, 4);
        }
        if (isChecked())
            painter.fillRect(QRectF(box.left() + 3, box.bottom() - 2, box.width() - 6, 2), accent);
        if (hasFocus()) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(accent, 1, Qt::DotLine));
            painter.drawRoundedRect(box, 4, 4);
        }
        QFont own = font();
        own.setBold(isChecked());
        painter.setFont(own);
        painter.setPen(
            palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
        painter.drawText(rect().adjusted(0, 0, 0, -2), Qt::AlignCenter, text());
    }
};

QWidget* together(QWidget* one, QWidget* other)
{
    auto* const group = new QWidget;
    auto* const row = new QHBoxLayout(group);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(1);
    row->addWidget(one);
    row->addWidget(other);
    return group;
}

QLabel* sign(const QString& text)
{
    auto* const label = new QLabel(text);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QLabel* arrow()
{
    return sign(QStringLiteral("→"));
}

} // namespace

FormulaStrip::FormulaStrip(QWidget* parent)
    : QWidget(parent)
    , m_cap(sign({}))
{
    setAccessibleName(tr("Stage of the computation"));
    auto* const row = new WrapLayout(1, this);
    m_capGroup = together(arrow(), m_cap);
    for (const MapKind kind : stageOrder()) {
        QToolButton* const part = addPart(kind);
        QWidget* group = part;
        if (kind == MapKind::kMask)
            group = together(sign(QStringLiteral(" │")), part); // not a step of the formula
        else if (kind != MapKind::kProducts)
            group = together(arrow(), part);
        row->addWidget(group);
        if (kind == MapKind::kScores)
            row->addWidget(m_capGroup);
    }
}

QToolButton* FormulaStrip::addPart(MapKind kind)
{
    auto* const part = new PartButton;
    part->setObjectName(QLatin1String("stage.") + wordOf(kind));
    part->setText(stageSymbol(kind));
    part->setAccessibleName(stageName(kind));
    explainTerm(*part, termOfStage(kind));
    connect(part, &QToolButton::clicked, this, [this, kind, part] {
        part->setChecked(true); // clicking the current part keeps it checked
        emit stageChosen(kind);
    });
    m_parts.at(static_cast<std::size_t>(kind)) = part;
    return part;
}

QToolButton& FormulaStrip::part(MapKind kind) const
{
    return *m_parts.at(static_cast<std::size_t>(kind));
}

void FormulaStrip::show(MapKind shown, const AttentionMap& available, const AttentionFormula& formula)
{
    const QString scale = scaleSymbol(formula.scale, formula.headWidth);
    part(MapKind::kScores).setText(scale);
    m_cap->setText(tr("cap %1").arg(localNumber(QString::number(formula.softcap, 'g', 3))));
    m_cap->setToolTip(tr("Soft-capping keeps large scores below a limit"));
    m_capGroup->setVisible(formula.softcap != 0);
    const bool terms
        = available.has(MapKind::kContentToPosition) || available.has(MapKind::kPositionToContent);
    for (const MapKind kind : stageOrder()) {
        QToolButton& each = part(kind);
        const bool has = available.isNull() || available.has(kind);
        const bool part = kind == MapKind::kScores ? !scale.isEmpty()
            : kind == MapKind::kBias               ? has && !available.isNull() && !terms
            : isTerm(kind)                         ? has && terms
                                                   : true;
        QWidget* const group = each.parentWidget() == this ? &each : each.parentWidget();
        group->setVisible(part || kind == shown);
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
