#include "ui/window/lessons/gallery_actions.h"

#include "core/model/builtin_model.h"
#include "core/model/model.h"
#include "core/text/tokenizer.h"
#include "ui/state/focus.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/bars/message_bar.h"
#include "ui/window/lessons/gallery_dialog.h"
#include "ui/window/lessons/state_stager.h"

#include <QAction>
#include <QFileInfo>
#include <QScreen>
#include <QTimer>

#include <algorithm>
#include <optional>

namespace headlight {

namespace {

constexpr int kGalleryMargin = 12; ///< pixels between the dialog and the window's edge

/// The tokens of a text in the model's output language; none without a tokenizer.
std::vector<TokenId> writtenIds(const Model& model, const QString& text)
{
    const Tokenizers& tokenizers = model.tokenizers();
    const auto& tokenizer = model.isEncoderDecoder() ? tokenizers.target : tokenizers.source;
    std::vector<TokenId> ids;
    if (text.isEmpty() || tokenizer == nullptr)
        return ids;
    EncodeOptions options;
    options.addSpecial = false;
    if (const auto tokens = tokenizer->encode(text.toStdString(), std::nullopt, options))
        for (const Token& token : *tokens)
            ids.push_back(token.id);
    return ids;
}

Document documentOf(const Example& example, const Model& model)
{
    Document document;
    document.text = example.text;
    document.line = example.line;
    document.interventions = example.edits;
    document.forced = writtenIds(model, example.forced);
    if (example.beams > 1) {
        document.decoding.strategy = Strategy::kBeam;
        document.decoding.beams = example.beams;
    }
    return document;
}

} // namespace

GalleryActions::GalleryActions(const ViewContext& context, const CommandActions& commands,
                               RunController& runs, QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_window(window)
    , m_bar(new MessageBar(window))
    , m_stager(new StateStager(context.workspace, runs, this))
{
    m_bar->setObjectName(QStringLiteral("exampleBar"));
    m_bar->setAction(tr("Next example"));
    m_bar->setOther(tr("All examples"));
    connect(&commands[CommandId::kGallery], &QAction::triggered, this, &GalleryActions::open);
    connect(m_bar, &MessageBar::actionClicked, this, &GalleryActions::showNext);
    connect(m_bar, &MessageBar::otherClicked, this, &GalleryActions::open);
    connect(m_bar, &MessageBar::closed, this, [this] {
        m_lookWanted = false;
        showBar();
    });
}

GalleryDialog* GalleryActions::dialog() const
{
    return m_dialog;
}

void GalleryActions::open()
{
    if (m_dialog == nullptr) {
        m_dialog = new GalleryDialog(m_window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_dialog, &GalleryDialog::exampleChosen, this, &GalleryActions::show);
        connect(m_dialog, &QDialog::finished, this, [this] {
            showBar();
            emit closed();
        });
        const QString now = QFileInfo(m_stager->openFolder()).fileName();
        m_dialog->showModel(m_model.isEmpty() ? now : m_model);
        if (m_number >= 0)
            m_dialog->mark(m_model, m_number);
        // Place it over the right docks: the heatmap stays visible.
        const QRect place = m_window->geometry();
        const QRect screen = m_window->screen()->availableGeometry();
        m_dialog->resize(m_dialog->size().boundedTo(screen.size() - QSize(40, 80)));
        m_dialog->move(std::max(screen.left(), place.right() - m_dialog->width() - kGalleryMargin),
                       std::max(screen.top(), place.bottom() - m_dialog->height() - kGalleryMargin));
    }
    m_dialog->show();
    showBar();
    m_dialog->raise();
    m_dialog->activateWindow();
}

bool GalleryActions::openAtFirstStart()
{
    if (kGallerySeen.of(m_context.settings))
        return false;
    kGallerySeen.set(m_context.settings, true);
    QTimer::singleShot(0, this, &GalleryActions::open);
    return true;
}

void GalleryActions::show(const QString& model, int number)
{
    const std::vector<Example> all = examplesOf(model);
    if (number < 0 || static_cast<std::size_t>(number) >= all.size())
        return;
    const Example& example = all[static_cast<std::size_t>(number)];
    const auto folder = builtinModelFolder(example.model);
    if (!folder)
        return;
    m_model = model;
    m_number = number;
    m_stager->stage({QString::fromStdString(folder->string()), tr("Example: %1").arg(example.title),
                     [example](const Model& open) { return documentOf(example, open); },
                     [this, example] { look(example); }});
}

void GalleryActions::look(const Example& example)
{
    m_context.workspace.setStep(-1);
    Focus& focus = m_context.focus;
    focus.setMap(example.map);
    focus.selectOnly(example.head);
    focus.setPin(example.pin);
    showView(example.view);
    m_lookWanted = true;
    showBar();
}

// While the gallery is open, its marked card says the same, and the dialog may lie over the bar.
void GalleryActions::showBar()
{
    const bool open = m_dialog != nullptr && m_dialog->isVisible();
    if (open || !m_lookWanted) {
        m_bar->say(MessageBar::Kind::kInfo, {});
        return;
    }
    const Example example = examplesOf(m_model).at(static_cast<std::size_t>(m_number));
    m_bar->say(MessageBar::Kind::kInfo, example.title, example.look);
}

void GalleryActions::showNext()
{
    const int count = static_cast<int>(examplesOf(m_model).size());
    if (count == 0)
        return;
    show(m_model, (m_number + 1) % count);
    if (m_dialog != nullptr)
        m_dialog->mark(m_model, m_number);
}

} // namespace headlight
