#include "ui/window/lessons/gallery_dialog.h"

#include <QAbstractButton>
#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QLabel>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace headlight {

namespace {

constexpr int kCardWidth = 300, kCardPad = 10;
constexpr QSize kGallerySize{350, 640}; ///< a column, so that the heatmap beside it stays visible

/// A title and a line below it.
class Card : public QAbstractButton
{
public:
    explicit Card(const Example& example)
    {
        setText(example.title);
        setAccessibleName(example.title);
        setAccessibleDescription(example.look);
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        setCursor(Qt::PointingHandCursor);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
        m_words.setDocumentMargin(0);
        m_words.setDefaultFont(font());
        m_words.setHtml(QStringLiteral("<p><b>%1</b></p><p>%2</p>")
                            .arg(example.title.toHtmlEscaped(), example.look.toHtmlEscaped()));
    }
    bool hasHeightForWidth() const override { return true; }
    // A layout asks for it again and again, and each answer breaks the lines anew.
    int heightForWidth(int width) const override
    {
        const auto [height, unknown] = m_heights.try_emplace(width);
        if (unknown)
            height->second = static_cast<int>(laidOut(width)->size().height()) + 2 * kCardPad;
        return height->second;
    }
    QSize sizeHint() const override { return {kCardWidth, heightForWidth(kCardWidth)}; }
    QSize minimumSizeHint() const override { return {kCardWidth / 2, heightForWidth(kCardWidth)}; }

protected:
    void changeEvent(QEvent* event) override
    {
        if (event->type() == QEvent::FontChange) {
            m_words.setDefaultFont(font());
            m_heights.clear();
            updateGeometry();
        }
        QAbstractButton::changeEvent(event);
    }
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QColor accent = palette().color(QPalette::Highlight);
        QColor edge = palette().color(QPalette::WindowText);
        edge.setAlphaF(0.25F);
        QColor fill = accent;
        fill.setAlphaF(isChecked() ? 0.16F : underMouse() ? 0.08F : 0.0F);
        painter.setPen(QPen(isChecked() || hasFocus() || underMouse() ? accent : edge, isChecked() ? 2 : 1));
        painter.setBrush(fill.alpha() > 0 ? fill : palette().color(QPalette::Base));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
        painter.translate(kCardPad, kCardPad);
        QTextDocument* const words = laidOut(width());
        QAbstractTextDocumentLayout::PaintContext context;
        context.palette.setColor(QPalette::Text, palette().color(QPalette::Text));
        words->documentLayout()->draw(&painter, context);
    }

private:
    QTextDocument* laidOut(int width) const
    {
        m_words.setTextWidth(width - 2 * kCardPad);
        return &m_words;
    }

    mutable QTextDocument m_words;
    mutable std::map<int, int> m_heights; ///< by width
};

} // namespace

GalleryDialog::GalleryDialog(QWidget* parent)
    : QDialog(parent)
    , m_pages(new QTabWidget)
{
    setObjectName(QStringLiteral("gallery"));
    setWindowTitle(tr("Examples"));
    auto* const column = new QVBoxLayout(this);
    auto* const words
        = new QLabel(tr("Each card shows a state worth seeing; you can undo it. The window stays in use."));
    words->setWordWrap(true);
    column->addWidget(words);
    for (const char* const model : exampleModels()) {
        auto* const page = new QScrollArea;
        page->setFrameShape(QFrame::NoFrame);
        page->setWidgetResizable(true);
        page->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_pages->addTab(page, exampleModelName(QString::fromLatin1(model)));
    }
    m_cards.resize(exampleModels().size());
    connect(m_pages, &QTabWidget::currentChanged, this, &GalleryDialog::fill);
    fill(m_pages->currentIndex());
    column->addWidget(m_pages, 1);
    const QMargins around = column->contentsMargins();
    resize(kGallerySize.expandedTo(
        {m_pages->tabBar()->sizeHint().width() + around.left() + around.right(), 0})); // all tabs visible
}

// Breaking the lines of all cards takes a while, and most pages are never looked at.
void GalleryDialog::fill(int number)
{
    std::vector<QAbstractButton*>& cards = m_cards.at(static_cast<std::size_t>(number));
    if (!cards.empty())
        return;
    const QString model = QString::fromLatin1(exampleModels().at(static_cast<std::size_t>(number)));
    auto* const page = new QWidget;
    auto* const column = new QVBoxLayout(page);
    column->setSpacing(8);
    for (const Example& example : examplesOf(model)) {
        const int place = static_cast<int>(cards.size());
        auto* const card = new Card(example);
        connect(card, &QAbstractButton::clicked, this, [this, model, place] {
            mark(model, place);
            emit exampleChosen(model, place);
        });
        column->addWidget(card);
        cards.push_back(card);
    }
    column->addStretch(1);
    static_cast<QScrollArea*>(m_pages->widget(number))->setWidget(page); // NOLINT(*-static-cast-downcast)
}

std::optional<int> GalleryDialog::pageOf(const QString& model) const
{
    const std::vector<const char*> models = exampleModels();
    const auto page = std::find_if(models.begin(), models.end(),
                                   [&](const char* each) { return model == QLatin1String(each); });
    return page == models.end() ? std::nullopt : std::optional(static_cast<int>(page - models.begin()));
}

void GalleryDialog::showModel(const QString& model)
{
    if (const auto page = pageOf(model))
        m_pages->setCurrentIndex(*page);
}

QAbstractButton& GalleryDialog::card(const QString& model, int number)
{
    const int page = pageOf(model).value();
    fill(page);
    return *m_cards.at(static_cast<std::size_t>(page)).at(static_cast<std::size_t>(number));
}

void GalleryDialog::mark(const QString& model, int number)
{
    const QAbstractButton& marked = card(model, number);
    for (const std::vector<QAbstractButton*>& page : m_cards)
        for (QAbstractButton* each : page)
            each->setChecked(each == &marked);
}

} // namespace headlight
