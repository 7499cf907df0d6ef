#include "ui/widgets/layouts.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVariant>

#include <algorithm>
#include <vector>

namespace headlight {

namespace {

template <typename Layout>
Layout* made(QWidget* parent, const QMargins& margins, int spacing)
{
    auto* const layout = new Layout(parent);
    layout->setContentsMargins(margins);
    layout->setSpacing(spacing);
    return layout;
}

constexpr auto kRowRoom = "rowRoom";

/// For all tables whose rows are to be as high as their letters ask for.
class RowHeights : public QObject
{
public:
    static void fit(QTableView& table)
    {
        table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height()
                                                      + table.property(kRowRoom).toInt());
    }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::FontChange)
            fit(static_cast<QTableView&>(*watched)); // NOLINT(*-static-cast-downcast)
        return false;
    }
};

/// Calls a function before another object handles an event.
class Listener : public QObject
{
public:
    Listener(QObject& context, std::vector<QEvent::Type> types, std::function<void()> act)
        : QObject(&context)
        , m_types(std::move(types))
        , m_act(std::move(act))
    { }
    bool eventFilter(QObject* /*watched*/, QEvent* event) override
    {
        if (std::ranges::find(m_types, event->type()) != m_types.end())
            m_act();
        return false;
    }

private:
    std::vector<QEvent::Type> m_types;
    std::function<void()> m_act;
};

} // namespace

void onEvent(QObject& watched, std::initializer_list<QEvent::Type> types, QObject& context,
             std::function<void()> act)
{
    watched.installEventFilter(new Listener(context, types, std::move(act)));
}

QVBoxLayout* makeColumn(QWidget* parent, const QMargins& margins, int spacing)
{
    return made<QVBoxLayout>(parent, margins, spacing);
}

QHBoxLayout* makeRow(QWidget* parent, const QMargins& margins, int spacing)
{
    return made<QHBoxLayout>(parent, margins, spacing);
}

QVBoxLayout* makeEdgedColumn(QWidget* parent, int space)
{
    auto* const row = makeRow(parent, {}, 0);
    auto* const edge = new QFrame;
    edge->setFrameShape(QFrame::VLine);
    edge->setFrameShadow(QFrame::Sunken);
    row->addWidget(edge);
    auto* const column = makeColumn(nullptr, {space, space, space, space}, space);
    row->addLayout(column, 1);
    return column;
}

QLabel* makePlainLabel()
{
    auto* const label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    return label;
}

QLabel* makeWrappedLabel(const QString& text)
{
    QLabel* const label = makePlainLabel();
    label->setText(text);
    label->setWordWrap(true);
    return label;
}

QLabel* makeNote(const QString& text)
{
    QLabel* const label = makeWrappedLabel(text);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QString plainTip(const QString& text)
{
    return Qt::mightBeRichText(text)
        ? QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(text.toHtmlEscaped())
        : text;
}

QScrollArea* makeScrolling(QWidget* content, Qt::ScrollBarPolicy across)
{
    auto* const scroll = new QScrollArea;
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(content);
    scroll->setHorizontalScrollBarPolicy(across);
    return scroll;
}

QSplitter* makeSplitter(Qt::Orientation orientation,
                        std::initializer_list<std::pair<QWidget*, int>> weightedParts)
{
    auto* const splitter = new QSplitter(orientation);
    splitter->setChildrenCollapsible(false);
    for (const auto& [part, weight] : weightedParts) {
        splitter->addWidget(part);
        splitter->setStretchFactor(splitter->indexOf(part), weight);
    }
    return splitter;
}

void showAsRows(QTableView& table)
{
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setTabKeyNavigation(false);
    table.setFrameShape(QFrame::NoFrame);
    table.setShowGrid(false);
    table.verticalHeader()->hide();
}

void showPage(QStackedWidget& stack, int page)
{
    for (int i = 0; i < stack.count(); ++i) {
        const auto policy = i == page ? QSizePolicy::Preferred : QSizePolicy::Ignored;
        stack.widget(i)->setSizePolicy(policy, policy);
    }
    stack.setCurrentIndex(page);
}

QFont boldFont(QFont font)
{
    font.setBold(true);
    return font;
}

QFont scaledFont(QFont font, double factor)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * factor);
    else
        font.setPixelSize(static_cast<int>(font.pixelSize() * factor));
    return font;
}

void keepRowHeight(QTableView& table, int around)
{
    static RowHeights heights;
    table.setProperty(kRowRoom, around);
    table.installEventFilter(&heights);
    RowHeights::fit(table);
}

QToolButton* makeFlatButton(const QString& text, const QString& toolTip, const QString& name)
{
    auto* const button = new QToolButton;
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(name.isEmpty() ? text : name);
    button->setAutoRaise(true);
    return button;
}

QListWidget* makeList(const QString& name, int lines)
{
    auto* const list = new QListWidget;
    list->setAccessibleName(name);
    list->setWordWrap(true);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    if (lines > 0)
        list->setFixedHeight(roomForText(*list, 1, lines).height());
    return list;
}

void setTexts(QListWidget& list, const QStringList& texts)
{
    while (list.count() > texts.size())
        delete list.takeItem(list.count() - 1);
    for (int i = 0; i < texts.size(); ++i) {
        if (i == list.count())
            list.addItem(QString());
        list.item(i)->setText(texts[i]);
    }
}

QTableView* makeTable(QAbstractItemModel& model, const QString& name, int around)
{
    auto* const table = new QTableView;
    table->setModel(&model);
    table->setAccessibleName(name);
    table->setTabKeyNavigation(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->horizontalHeader()->setHighlightSections(false);
    table->verticalHeader()->setHighlightSections(false);
    keepRowHeight(*table, around);
    return table;
}

QMenu* addMenu(QToolButton& button)
{
    auto* const menu = new QMenu(&button);
    button.setMenu(menu);
    button.setPopupMode(QToolButton::InstantPopup);
    return menu;
}

QComboBox* makeChoice(const QString& name, const QStringList& entries, int letters)
{
    auto* const choice = new QComboBox;
    choice->setAccessibleName(name);
    choice->addItems(entries);
    if (letters > 0) {
        choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        choice->setMinimumContentsLength(letters);
    }
    return choice;
}

void setShown(std::initializer_list<QWidget*> widgets, bool shown)
{
    for (QWidget* const each : widgets)
        each->setVisible(shown);
}

} // namespace headlight
