#include "ui/views/model/model_facts_view.h"

#include "ui/state/workspace.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QVBoxLayout>

namespace headlight {

namespace {

constexpr int kMostItems = 2000; ///< of config.json: a label list of a classifier can be long

QString shortText(const QJsonValue& value)
{
    switch (value.type()) {
    case QJsonValue::Object:
        return QStringLiteral("{…}");
    case QJsonValue::Array:
        return QStringLiteral("[…]");
    case QJsonValue::String:
        return value.toString();
    case QJsonValue::Bool:
        return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
    case QJsonValue::Double:
        return QString::number(value.toDouble(), 'g', 12);
    default:
        break;
    }
    return QStringLiteral("null");
}

/// Puts a JSON value below `parent`; `room` is how many items may still be made.
void addValue(QTreeWidgetItem* parent, const QString& name, const QJsonValue& value, int& room)
{
    if (--room < 0)
        return;
    const QJsonArray list = value.toArray();
    // A short list of plain values reads best on one line.
    bool plain = value.isArray() && list.size() <= 8;
    QStringList texts;
    for (const auto& each : list) {
        plain = plain && !each.isObject() && !each.isArray();
        texts << shortText(each);
    }
    auto* const item = new QTreeWidgetItem(
        parent,
        {name, plain ? QStringLiteral("[%1]").arg(texts.join(QStringLiteral(", "))) : shortText(value)});
    item->setToolTip(1, item->text(1));
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto each = object.begin(); each != object.end(); ++each)
            addValue(item, each.key(), each.value(), room);
    } else if (!plain) {
        for (qsizetype i = 0; i < list.size(); ++i)
            addValue(item, QString::number(i), list.at(i), room);
    }
}

} // namespace

ModelFactsView::ModelFactsView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_tree(new QTreeWidget(this))
    , m_task(new LatestTask(this))
{
    m_tree->setObjectName(QStringLiteral("modelFacts"));
    m_tree->setAccessibleName(tr("Facts about the model"));
    m_tree->setToolTip(tr("What is known of the model; Ctrl+C copies the chosen lines"));
    m_tree->setColumnCount(2);
    m_tree->setHeaderLabels({tr("Name"), tr("Value")});
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setAlternatingRowColors(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setWordWrap(true);
    m_tree->setTextElideMode(Qt::ElideRight);
    m_tree->setIndentation(14);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_tree->header()->setStretchLastSection(true);
    auto* const copy = new QAction(tr("Copy facts"), m_tree);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_tree->addAction(copy);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copy, &QAction::triggered, this, &ModelFactsView::copySelected);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tree);
    setFocusProxy(m_tree);
}

QSize ModelFactsView::sizeHint() const
{
    return {320, 320};
}

void ModelFactsView::refresh(ViewChanges changes)
{
    if (changes.testFlag(ViewChange::kModel))
        rebuild();
}

void ModelFactsView::rebuild()
{
    const std::shared_ptr<const Model> model = workspace().model();
    if (model == nullptr) {
        m_task->cancel();
        m_tree->clear();
        new QTreeWidgetItem(m_tree, {tr("No model"), tr("A trace file has no weights and no settings.")});
        return;
    }
    m_task->start([this, model](const std::stop_token&, const LatestTask::Deliver& deliver) {
        deliver(
            [this, sections = describeModel(*model), config = configOf(*model)] { fill(sections, config); });
    });
}

void ModelFactsView::fill(const QList<FactSection>& sections, const QByteArray& json)
{
    m_tree->clear();
    QFont bold = font();
    bold.setBold(true);
    const auto addHeading = [&](const QString& title) {
        auto* const heading = new QTreeWidgetItem(m_tree, {title});
        heading->setFirstColumnSpanned(true);
        heading->setFont(0, bold);
        return heading;
    };
    for (const FactSection& section : sections) {
        QTreeWidgetItem* const heading = addHeading(section.title);
        for (const Fact& fact : section.facts) {
            auto* const item = new QTreeWidgetItem(heading, {fact.name, fact.value});
            const QString whole
                = fact.note.isEmpty() ? fact.value : fact.value + QLatin1Char('\n') + fact.note;
            item->setToolTip(0, whole);
            item->setToolTip(1, whole);
        }
        heading->setExpanded(true);
    }
    int room = kMostItems;
    QTreeWidgetItem* const config = addHeading(QStringLiteral("config.json"));
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    for (auto each = object.begin(); each != object.end(); ++each)
        addValue(config, each.key(), each.value(), room);
    if (room < 0)
        new QTreeWidgetItem(config, {QStringLiteral("…"), tr("The rest is in the file.")});
}

void ModelFactsView::copySelected() const
{
    QStringList lines;
    for (const QTreeWidgetItem* item : m_tree->selectedItems())
        lines << (item->text(1).isEmpty() ? item->text(0)
                                          : item->text(0) + QStringLiteral(": ") + item->text(1));
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

} // namespace headlight
