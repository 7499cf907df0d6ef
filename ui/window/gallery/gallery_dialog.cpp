#include "ui/window/gallery/gallery_dialog.h"

#include <QAbstractButton>
#include <QAbstractTextDocumentLayout>
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
        m_words.setHtml(QStringLiteral("<p><b>%1</b></p><p>%2</p>")
                            .arg(example.title.toHtmlEscaped(), example.look.toHtmlEscaped()));
    }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override
    {
        QTextDocument* const words = laidOut(width);
        return static_cast<int>(words->size().height()) + 2 * kCardPad;
    }
    QSize sizeHint() const override { return {kCardWidth, heightForWidth(kCardWidth)}; }
    QSize minimumSizeHint() const override { return {kCardWidth / 2, heightForWidth(kCardWidth)}; }

protected:
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
        m_words.setDefaultFont(font());
        m_words.setTextWidth(width - 2 * kCardPad);
        return &m_words;
    }

    mutable QTextDocument m_words;
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
    for (const char* const model : exampleModels())
        m_pages->addTab(makePage(QString::fromLatin1(model)), exampleModelName(QString::fromLatin1(model)));
    column->addWidget(m_pages, 1);
    const QMargins around = column->contentsMargins();
    resize(kGallerySize.expandedTo(
        {m_pages->tabBar()->sizeHint().width() + around.left() + around.right(), 0})); // all tabs visible
}

QWidget* GalleryDialog::makePage(const QString& model)
{
    auto* const page = new QWidget;
    auto* const column = new QVBoxLayout(page);
    column->setSpacing(8);
    std::vector<QAbstractButton*> cards;
    for (const Example& example : examplesOf(model)) {
        const int number = static_cast<int>(cards.size());
        auto* const card = new Card(example);
        connect(card, &QAbstractButton::clicked, this, [this, model, number] {
            mark(model, number);
            emit exampleChosen(model, number);
        });
        column->addWidget(card);
        cards.push_back(card);
    }
    column->addStretch(1);
    m_cards.push_back(std::move(cards));
    auto* const scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(page);
    return scroll;
}

void GalleryDialog::showModel(const QString& model)
{
    const std::vector<const char*> models = exampleModels();
    for (std::size_t i = 0; i < models.size(); ++i)
        if (model == QLatin1String(models[i]))
            m_pages->setCurrentIndex(static_cast<int>(i));
}

QAbstractButton& GalleryDialog::card(const QString& model, int number) const
{
    const std::vector<const char*> models = exampleModels();
    const auto page = std::find_if(models.begin(), models.end(),
                                   [&](const char* each) { return model == QLatin1String(each); });
    return *m_cards.at(static_cast<std::size_t>(page - models.begin())).at(static_cast<std::size_t>(number));
}

void GalleryDialog::mark(const QString& model, int number)
{
    for (const std::vector<QAbstractButton*>& page : m_cards)
        for (QAbstractButton* each : page)
            each->setChecked(each == &card(model, number));
}

} // namespace headlight
