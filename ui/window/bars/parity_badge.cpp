#include "ui/window/bars/parity_badge.h"

#include "core/model/model.h"
#include "ui/dialogs/help_dialogs.h"
#include "ui/state/workspace.h"
#include "ui/window/bars/message_bar.h"
#include "ui/words/local_number.h"

#include <QAction>
#include <QMenu>
#include <QStringList>

#include <cmath>

namespace headlight {

namespace {

constexpr int kFewestLetters = 10; ///< the status line must not widen the window
constexpr qsizetype kKindsNamed = 3;

QString kindName(Site site)
{
    switch (site) {
    case Site::kWeights:
        return ParityBadge::tr("attention weights");
    case Site::kResidual:
        return ParityBadge::tr("hidden states");
    case Site::kFinal:
        return ParityBadge::tr("final hidden states");
    case Site::kLogits:
        return ParityBadge::tr("logits");
    default:
        return QString::fromLatin1(siteName(site).data(), static_cast<qsizetype>(siteName(site).size()));
    }
}

/// "3 × 10⁻⁶".
QString number(double difference)
{
    return std::isnan(difference) ? ParityBadge::tr("not a number")
                                  : localNumber(QString::fromStdString(differenceInWords(difference)));
}

QString placeOf(const ParityKind& kind)
{
    const QString tensor = QString::fromStdString(kind.tensor);
    if (kind.site == Site::kWeights || kind.site == Site::kScores)
        return ParityBadge::tr("%1, head %2, query %3, key %4")
            .arg(tensor)
            .arg(kind.head)
            .arg(kind.row)
            .arg(kind.column);
    if (kind.site == Site::kLogits)
        return ParityBadge::tr("position %1, token id %2").arg(kind.row).arg(kind.column);
    if (kind.head >= 0)
        return ParityBadge::tr("%1, head %2, position %3, dimension %4")
            .arg(tensor)
            .arg(kind.head)
            .arg(kind.row)
            .arg(kind.column);
    return ParityBadge::tr("%1, position %2, dimension %3").arg(tensor).arg(kind.row).arg(kind.column);
}

} // namespace

ParityBadge::ParityBadge(Workspace& workspace, QWidget* parent)
    : QToolButton(parent)
    , m_workspace(workspace)
    , m_checker(new ParityChecker(workspace, this))
    , m_banner(new MessageBar(parent))
{
    setObjectName(QStringLiteral("parityBadge"));
    m_banner->setObjectName(QStringLiteral("parityBar"));
    setAutoRaise(true);
    setPopupMode(InstantPopup);
    buildMenu();
    connect(m_checker, &ParityChecker::changed, this, &ParityBadge::showState);
    connect(m_banner, &MessageBar::closed, m_banner, [this] { m_banner->say(MessageBar::Kind::kInfo, {}); });
    connect(m_banner, &MessageBar::actionClicked, m_checker, &ParityChecker::checkNow);
    m_banner->setAction(tr("Check again"));
    showState();
}

void ParityBadge::buildMenu()
{
    auto* const menu = new QMenu(this);
    m_check = menu->addAction(tr("&Check now"), m_checker, &ParityChecker::checkNow);
    m_check->setObjectName(QStringLiteral("checkParity"));
    m_stop = menu->addAction(tr("&Stop the check"), m_checker, &ParityChecker::cancel);
    menu->addSeparator();
    QAction* const recipe = menu->addAction(tr("&How to make a reference…"), this, [this] {
        const auto model = m_workspace.model();
        showProbeRecipe(model == nullptr ? QString() : QString::fromStdString(model->folder().string()),
                        window());
    });
    recipe->setObjectName(QStringLiteral("makeReference"));
    setMenu(menu);
}

QSize ParityBadge::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * kFewestLetters, QToolButton::minimumSizeHint().height()};
}

QString ParityBadge::words() const
{
    switch (m_checker->state()) {
    case ParityChecker::State::kChecking:
        return tr("checking…");
    case ParityChecker::State::kChecked:
        return m_checker->report().agrees()
            ? tr("agrees with the reference to %1").arg(number(m_checker->report().largest()))
            : tr("differs from the reference");
    case ParityChecker::State::kNothing:
    case ParityChecker::State::kNoReference:
    case ParityChecker::State::kOnRequest:
    case ParityChecker::State::kFailed:
        break;
    }
    return tr("not checked");
}

QString ParityBadge::details() const
{
    switch (m_checker->state()) {
    case ParityChecker::State::kNothing:
    case ParityChecker::State::kChecking:
        return tr("Compares the model’s numbers with those of a reference implementation");
    case ParityChecker::State::kNoReference:
        return tr("The model’s folder has no results of a reference implementation.");
    case ParityChecker::State::kOnRequest:
        return tr("The check takes a while: it starts when you ask for it.");
    case ParityChecker::State::kFailed:
        return QStringLiteral("<p>%1</p>").arg(m_checker->error().toHtmlEscaped());
    case ParityChecker::State::kChecked:
        break;
    }
    QStringList lines;
    if (!m_checker->report().reference.empty())
        lines
            << tr("Reference: %1").arg(QString::fromStdString(m_checker->report().reference).toHtmlEscaped());
    for (const ParityKind& kind : m_checker->report().kinds)
        lines << tr("%1: %2 at most").arg(kindName(kind.site), number(kind.largest));
    return lines.join(QStringLiteral("<br>"));
}

void ParityBadge::showState()
{
    const ParityChecker::State state = m_checker->state();
    const bool checking = state == ParityChecker::State::kChecking;
    setVisible(m_workspace.model() != nullptr);
    setText(words());
    setAccessibleName(text());
    setToolTip(details());
    m_check->setEnabled(!checking && state != ParityChecker::State::kNoReference);
    m_stop->setEnabled(checking);
    showBanner();
}

void ParityBadge::showBanner()
{
    QStringList differences;
    if (m_checker->state() == ParityChecker::State::kChecked)
        for (const ParityKind& kind : m_checker->report().kinds)
            if (!kind.agrees)
                differences << tr("%1 by up to %2 (the worst: %3)")
                                   .arg(kindName(kind.site), number(kind.largest), placeOf(kind));
    if (m_checker->state() == ParityChecker::State::kFailed)
        m_banner->say(MessageBar::Kind::kWarning, tr("The model could not be checked against its reference."),
                      m_checker->error());
    else if (differences.isEmpty())
        m_banner->say(MessageBar::Kind::kInfo, {});
    else
        m_banner->say(MessageBar::Kind::kWarning,
                      tr("The model’s numbers differ from its reference: %1.")
                          .arg(differences.mid(0, kKindsNamed).join(tr("; "))),
                      tr("Do not rely on them before you know why."));
}

} // namespace headlight
