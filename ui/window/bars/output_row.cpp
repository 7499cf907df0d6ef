#include "ui/window/bars/output_row.h"

#include "core/model/model.h"
#include "core/options/decode_options.h"
#include "core/text/languages.h"
#include "ui/state/line_history.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/window/bars/setting_chips.h"
#include "ui/words/token_text.h"

#include <QAction>
#include <QActionGroup>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QWidgetAction>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

namespace {

QString listOf(const QStringList& texts)
{
    constexpr qsizetype kTextsNamed = 4;
    QStringList named;
    for (const QString& text : texts.mid(0, kTextsNamed))
        named << OutputRow::tr("“%1”").arg(isolated(text));
    return named.join(OutputRow::tr(", ")) + (texts.size() > kTextsNamed ? QStringLiteral(", …") : QString());
}

QString noteTitle(const InputNote& note)
{
    if (!note.unknown.isEmpty())
        return OutputRow::tr("unknown: %1").arg(listOf(note.unknown));
    if (!note.unseen.isEmpty())
        return OutputRow::tr("new to the model: %1").arg(listOf(note.unseen));
    return OutputRow::tr("trained on whole sentences");
}

/// Everything the note says, one item per line.
QString noteWords(const InputNote& note)
{
    QStringList lines;
    if (!note.unknown.isEmpty())
        lines << OutputRow::tr("The vocabulary lacks these: %1. The model reads the same token for each.")
                     .arg(listOf(note.unknown));
    if (!note.unseen.isEmpty())
        lines << OutputRow::tr("No training sentence contains these pieces: %1. Do not rely on the output.")
                     .arg(listOf(note.unseen));
    if (note.fragment)
        lines << OutputRow::tr(
            "The model was trained on whole sentences and cannot do much with a word or two.");
    return lines.join(QLatin1Char('\n'));
}

/// "français · fra_Latn", in its own words if Qt knows the language.
QString languageTitle(const LanguageToken& language)
{
    const QString code = QString::fromStdString(language.code());
    const QLocale::Language known
        = QLocale::codeToLanguage(code.section(QLatin1Char('_'), 0, 0), QLocale::AnyLanguageCode);
    const QString name = known == QLocale::AnyLanguage || known == QLocale::C
        ? QString()
        : QLocale(known).nativeLanguageName();
    return name.isEmpty() ? code : QStringLiteral("%1 · %2").arg(name, code);
}

} // namespace

OutputRow::OutputRow(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_note(new QToolButton)
    , m_noteMenu(new QMenu(m_note))
    , m_facts(new QToolButton)
    , m_language(new QToolButton)
    , m_menu(addMenu(*m_facts))
    , m_most(new QSpinBox)
{
    auto* const layout = new WrapLayout(6, this);
    layout->setContentsMargins(0, 2, 0, 2);
    named(m_note, "inputNote", tr("Note on the sentence"), {});
    named(m_language, "targetLanguage", {}, tr("Choose the language that the model writes"));
    named(m_facts, "outputFacts", {}, tr("Choose how the output is decoded, and how long it may become"));
    m_note->setPopupMode(QToolButton::InstantPopup);
    connect(m_noteMenu, &QMenu::aboutToShow, this, &OutputRow::fillNoteMenu);
    connect(addMenu(*m_language), &QMenu::aboutToShow, this, &OutputRow::fillLanguages);
    for (QToolButton* const each : {m_note, m_language, m_facts}) {
        each->setAutoRaise(true);
        each->setForegroundRole(QPalette::PlaceholderText);
        layout->addWidget(each);
    }
    buildMenu();
    connect(&workspace, &Workspace::snapshotChanged, this, &OutputRow::showAll);
    connect(&workspace, &Workspace::stepChanged, this, &OutputRow::showAll);
    connect(&workspace, &Workspace::documentChanged, this, &OutputRow::showChips);
    connect(&workspace, &Workspace::editsAskedChanged, this, &OutputRow::showChips);
    connect(&workspace, &Workspace::documentChanged, this, &OutputRow::showLanguage);
    connect(&workspace, &Workspace::modelChanged, this, &OutputRow::showAll);
    showAll();
}

int OutputRow::lineHeight() const
{
    const QMargins margins = layout()->contentsMargins();
    return ChipButton::heightIn(fontMetrics()) + margins.top() + margins.bottom();
}

void OutputRow::buildMenu()
{
    auto* const group = new QActionGroup(m_menu);
    const std::array kinds{std::pair{Strategy::kGreedy, tr("&Greedy")},
                           std::pair{Strategy::kSample, tr("&Sampling")},
                           std::pair{Strategy::kBeam, tr("&Beam search")}};
    for (const auto& [strategy, name] : kinds) {
        QAction* const action = m_menu->addAction(name);
        action->setCheckable(true);
        action->setData(static_cast<int>(strategy));
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, strategy = strategy, name = name] {
            Document next = m_workspace.document();
            next.decoding.strategy = strategy;
            m_workspace.apply(next, QString(name).remove(QLatin1Char('&')));
        });
    }
    m_menu->addSeparator();
    auto* const line = new QWidget;
    auto* const row = makeRow(line, {12, 4, 12, 4});
    auto* const label = new QLabel(tr("&Max new tokens"));
    label->setBuddy(m_most);
    m_most->setObjectName(QStringLiteral("maxNewTokens"));
    m_most->setRange(0, kMostNewTokens);
    m_most->setSpecialValueText(tr("0 (prompt only)"));
    m_most->setKeyboardTracking(false);
    m_most->setToolTip(tr("Limits the output to this many tokens; 0 = the model only reads"));
    row->addWidget(label);
    row->addWidget(m_most);
    auto* const action = new QWidgetAction(m_menu);
    action->setDefaultWidget(line);
    m_menu->addAction(action);
    connect(m_menu, &QMenu::aboutToShow, this, &OutputRow::prepareMenu);
    connect(m_most, &QSpinBox::valueChanged, this, [this](int most) {
        Document next = m_workspace.document();
        next.decoding.maxNewTokens = most;
        m_workspace.apply(next, tr("Max new tokens"), -2);
    });
}

void OutputRow::prepareMenu()
{
    const DecodeOptions& options = m_workspace.document().decoding;
    const QSignalBlocker quiet(m_most);
    m_most->setValue(options.maxNewTokens);
    for (QAction* const action : m_menu->actions())
        if (action->isCheckable())
            action->setChecked(action->data().toInt() == static_cast<int>(options.strategy));
}

QString OutputRow::facts() const
{
    const Document& document = m_workspace.document();
    const Snapshot& snapshot = *m_workspace.shownRun();
    if (m_workspace.model() == nullptr || snapshot.trace.isNull() || !snapshot.trace.info().decoder)
        return {};
    if (snapshot.steps.empty())
        return document.decoding.maxNewTokens == 0 ? tr("prompt only: the model reads and does not write")
                                                   : QString();
    if (!document.target.trimmed().isEmpty())
        return tr("teacher forcing: the decoder reads the target");
    QStringList parts;
    switch (document.decoding.strategy) {
    case Strategy::kGreedy:
        parts << tr("greedy");
        break;
    case Strategy::kSample:
        parts << tr("sampling, seed %1").arg(document.decoding.seed);
        break;
    case Strategy::kBeam:
        parts << tr("beam search");
        break;
    }
    parts << tr("max %1").arg(snapshot.most);
    if (snapshot.finished && snapshot.stop == StopReason::kEnd)
        parts << tr("ends with %1").arg(tokenText(snapshot.steps.back().token));
    else if (snapshot.finished && snapshot.stop == StopReason::kLength) {
        const std::int64_t positions = m_workspace.model()->maxPositions(StackKind::kDecoder);
        parts << (positions > 0 && std::ssize(snapshot.steps) < snapshot.most
                      ? tr("stopped at the model’s %1 positions").arg(positions)
                      : tr("stopped at the limit"));
    } else if (snapshot.finished && snapshot.stop == StopReason::kNotANumber)
        parts << tr("stopped: its numbers are not finite");
    return parts.join(QStringLiteral(" · "));
}

void OutputRow::showAll()
{
    const QString text = facts();
    m_facts->setText(text);
    m_facts->setAccessibleName(text);
    m_facts->setVisible(!text.isEmpty());
    showLanguage();
    showNote();
    showChips();
}

void OutputRow::showLanguage()
{
    const auto model = m_workspace.model();
    m_language->setVisible(model != nullptr && !model->languages().empty());
    if (model == nullptr)
        return;
    const LanguageToken* const chosen
        = findLanguage(model->languages(), m_workspace.document().decoding.targetLanguage);
    const QString text = chosen != nullptr ? tr("into %1").arg(languageTitle(*chosen)) : tr("into: default");
    m_language->setText(text);
    m_language->setAccessibleName(tr("Target language: %1").arg(text));
}

void OutputRow::fillLanguages()
{
    QMenu& menu = *m_language->menu();
    menu.clear();
    const auto model = m_workspace.model();
    if (model == nullptr)
        return;
    const std::string& now = m_workspace.document().decoding.targetLanguage;
    const auto add = [&](const QString& title, const std::string& token, bool chosen) {
        QAction* const action = menu.addAction(title);
        action->setCheckable(true);
        action->setChecked(chosen);
        connect(action, &QAction::triggered, this, [this, token] {
            Document next = m_workspace.document();
            next.decoding.targetLanguage = token;
            m_workspace.apply(next, tr("Target language"));
        });
    };
    const LanguageToken* const chosen = findLanguage(model->languages(), now);
    add(tr("As the model’s settings say"), {}, chosen == nullptr);
    menu.addSeparator();
    for (const LanguageToken& each : model->languages())
        add(languageTitle(each), each.token, chosen != nullptr && each == *chosen);
}

void OutputRow::showNote()
{
    const InputNote& note = m_workspace.snapshot()->note;
    m_note->setVisible(!note.empty() && m_workspace.model() != nullptr);
    if (note.empty())
        return;
    m_note->setText(QStringLiteral("ⓘ ") + noteTitle(note));
    m_note->setToolTip(noteWords(note));
    m_note->setAccessibleName(noteTitle(note));
    m_note->setAccessibleDescription(noteWords(note));
    m_note->setMenu(note.examples.isEmpty() ? nullptr : m_noteMenu);
}

void OutputRow::fillNoteMenu()
{
    m_noteMenu->clear();
    m_noteMenu->addSection(tr("Sentences like those of the training"));
    for (const QString& example : m_workspace.snapshot()->note.examples)
        m_noteMenu->addAction(example, this, [this, example] {
            const Document& now = m_workspace.document();
            const TypedText typed{example, {}, {}, 0};
            m_workspace.apply(retyped(now, *m_workspace.snapshot(), typed), tr("Example"));
        });
}

void OutputRow::showChips()
{
    std::vector<SettingChip> chips = settingChips(m_workspace);
    if (m_workspace.model() != nullptr && m_workspace.document().ids)
        chips.insert(chips.begin(), idsChip([this] { emit textWanted(); }));
    QStringList shown;
    for (const SettingChip& chip : chips)
        shown << chip.text << chip.toolTip;
    if (shown == m_shown)
        return;
    m_shown = shown;
    for (QToolButton* const old : m_chips) {
        layout()->removeWidget(old);
        old->hide();
        old->deleteLater();
    }
    m_chips.clear();
    for (const SettingChip& chip : chips) {
        m_chips.append(new ChipButton(chip, this));
        layout()->addWidget(m_chips.back());
        m_chips.back()->show();
    }
    updateGeometry();
}

QStringList OutputRow::chips() const
{
    QStringList texts;
    for (const QToolButton* const chip : m_chips)
        texts << chip->accessibleName();
    return texts;
}

} // namespace headlight
