#include "ui/views/whatif/edit_form.h"

#include "ui/picture/what_if_edit.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr int kMostPositions = 1 << 20;
constexpr std::array kPatchSites{Site::kResidual, Site::kQuery, Site::kKey, Site::kValue, Site::kHeadOutput};

void name(QWidget* widget, const QString& label, const QString& tip)
{
    QString plain = label;
    widget->setAccessibleName(plain.remove(QLatin1Char('&')));
    widget->setToolTip(tip);
}

} // namespace

EditForm::EditForm(QWidget* parent)
    : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    rebuild();
}

void EditForm::setHead(const HeadRef& head)
{
    m_head = head;
}

void EditForm::showEdit(const std::optional<Intervention>& edit)
{
    if (edit == m_edit)
        return;
    m_edit = edit;
    rebuild();
}

void EditForm::changeTo(const Intervention& edit)
{
    if (m_edit == edit)
        return;
    m_edit = edit;
    m_about->setText(editExplanation(edit)); // another choice may mean something else
    emit changed(edit);
}

template <typename Edit>
void EditForm::change(const std::function<void(Edit&)>& how)
{
    if (!m_edit || !std::holds_alternative<Edit>(*m_edit))
        return;
    Edit next = std::get<Edit>(*m_edit);
    how(next);
    changeTo(std::move(next));
}

void EditForm::rebuild()
{
    delete std::exchange(m_page, new QWidget);
    m_about = nullptr;
    layout()->addWidget(m_page);
    m_form = new QFormLayout(m_page);
    m_form->setContentsMargins(0, 4, 0, 0);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    if (!m_edit)
        return;
    m_about = new QLabel(editExplanation(*m_edit));
    m_about->setWordWrap(true);
    m_about->setForegroundRole(QPalette::PlaceholderText);
    m_form->addRow(m_about);
    std::visit([this](const auto& edit) { addFields(edit); }, *m_edit);
}

template <typename Edit>
void EditForm::addWhere()
{
    auto* box = new QComboBox;
    box->setEditable(true);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(12);
    for (const EditScope scope : {EditScope::kHead, EditScope::kLayer, EditScope::kKind, EditScope::kAll})
        box->addItem(QString::fromStdString(toString(scopeOf(m_head, scope))), scopeName(scope));
    for (int i = 0; i < box->count(); ++i)
        box->setItemData(i, box->itemData(i), Qt::ToolTipRole);
    box->setEditText(QString::fromStdString(toString(std::get<Edit>(*m_edit).where)));
    name(box, tr("Heads"),
         tr("STACK.LAYER.KIND.HEAD, each a number from 0, a range 2-5 or *: encoder.0.self.3, "
            "decoder.*.cross.*"));
    const auto take = [this, box] {
        const auto where = parseHeadPattern(box->currentText().trimmed().toStdString());
        if (!where) {
            box->setEditText(QString::fromStdString(toString(std::get<Edit>(*m_edit).where)));
            return;
        }
        change<Edit>([&](Edit& edit) { edit.where = *where; });
    };
    connect(box, &QComboBox::activated, this, take);
    connect(box->lineEdit(), &QLineEdit::editingFinished, this, take);
    m_form->addRow(tr("&Heads"), box);
}

template <typename Edit>
void EditForm::addReference(ReferenceInput Edit::*field)
{
    const ReferenceInput& shown = std::get<Edit>(*m_edit).*field;
    auto* line = new QLineEdit;
    QString text = QString::fromStdString(shown.text);
    if (!shown.ids.empty()) {
        QStringList ids;
        for (const TokenId id : shown.ids)
            ids << QString::number(id);
        text = ids.join(QLatin1Char(','));
        line->setReadOnly(true);
    }
    line->setText(text.replace(QLatin1Char('\n'), QStringLiteral(" | ")));
    line->setPlaceholderText(tr("this input without edits"));
    name(line, tr("From another sentence"),
         tr("The plain model is run on this sentence, and its numbers are taken. Empty: on the sentence "
            "above, "
            "without any edit. Several sentences are divided by |."));
    connect(line, &QLineEdit::editingFinished, this, [this, line, field] {
        if (line->isReadOnly())
            return;
        QStringList lines = line->text().split(QLatin1Char('|'), Qt::SkipEmptyParts);
        for (QString& each : lines)
            each = each.trimmed();
        change<Edit>([&](Edit& edit) {
            ReferenceInput& reference = edit.*field;
            const std::string next = lines.join(QLatin1Char('\n')).toStdString();
            if (reference.text != next)
                reference = {next, {}, std::nullopt, {}};
        });
    });
    m_form->addRow(tr("&From"), line);
}

QSpinBox* EditForm::addNumber(const QString& label, Index value, std::pair<int, int> range,
                              const std::function<void(Index)>& take)
{
    auto* box = new QSpinBox;
    box->setRange(range.first, range.second);
    box->setValue(static_cast<int>(std::clamp<Index>(value, range.first, range.second)));
    name(box, label, {});
    connect(box, &QSpinBox::valueChanged, this, [take](int next) { take(next); });
    m_form->addRow(label, box);
    return box;
}

QComboBox* EditForm::addChoice(const QString& label, const QStringList& words, int current,
                               const std::function<void(int)>& take)
{
    auto* box = new QComboBox;
    box->addItems(words);
    box->setCurrentIndex(current);
    name(box, label, {});
    connect(box, &QComboBox::activated, this, [take](int next) { take(next); });
    m_form->addRow(label, box);
    return box;
}

void EditForm::addFields(const HeadOff&)
{
    addWhere<HeadOff>();
}

void EditForm::addRange(const QString& label, Index MaskEdit::*begin, Index MaskEdit::*end)
{
    const MaskEdit& edit = std::get<MaskEdit>(*m_edit);
    auto* first = new QSpinBox;
    auto* last = new QSpinBox;
    first->setRange(0, kMostPositions);
    last->setRange(-1, kMostPositions);
    last->setSpecialValueText(tr("the end"));
    first->setValue(static_cast<int>(edit.*begin));
    last->setValue(edit.*end < 0 ? -1 : static_cast<int>(edit.*end - 1));
    name(first, tr("%1: first position").arg(label), tr("The first position, counted from 0."));
    name(last, tr("%1: last position").arg(label), tr("The last position, or all to the end."));
    const auto take = [this, first, last, begin, end] {
        change<MaskEdit>([&](MaskEdit& next) {
            next.*begin = first->value();
            next.*end = last->value() < 0 ? -1 : std::max(last->value(), first->value()) + 1;
        });
    };
    connect(first, &QSpinBox::valueChanged, this, take);
    connect(last, &QSpinBox::valueChanged, this, take);
    auto* pair = new QHBoxLayout;
    pair->addWidget(first);
    pair->addWidget(new QLabel(tr("to")));
    pair->addWidget(last);
    pair->addStretch(1);
    m_form->addRow(label, pair);
}

void EditForm::addFields(const MaskEdit& edit)
{
    addWhere<MaskEdit>();
    addRange(tr("Queries"), &MaskEdit::queryBegin, &MaskEdit::queryEnd);
    addChoice(tr("&Rule"), {tr("may not attend to"), tr("may attend to")}, edit.allow ? 1 : 0,
              [this](int rule) { change<MaskEdit>([rule](MaskEdit& next) { next.allow = rule == 1; }); });
    addRange(tr("Keys"), &MaskEdit::keyBegin, &MaskEdit::keyEnd);
}

void EditForm::addFields(const MaskShape& edit)
{
    addWhere<MaskShape>();
    addChoice(tr("&Mask"), {tr("Sliding window"), tr("Blocks"), tr("Prefix")}, static_cast<int>(edit.form),
              [this](int form) {
                  change<MaskShape>([form](MaskShape& next) { next.form = static_cast<MaskForm>(form); });
              });
    QSpinBox* size = addNumber(tr("Si&ze"), edit.size, {1, kMostPositions}, [this](Index next) {
        change<MaskShape>([next](MaskShape& shape) {
            shape.size = next;
            shape.starts.clear();
        });
    });
    size->setSuffix(tr(" tokens"));
    size->setToolTip(
        tr("Window: keys that are as far away as this, or farther, are taken away. Blocks: their "
           "length. Prefix: how many first tokens."));
}

void EditForm::addFields(const TokenHidden& edit)
{
    addChoice(tr("&Side"), {tr("encoder"), tr("decoder")}, static_cast<int>(edit.stack), [this](int stack) {
        change<TokenHidden>([stack](TokenHidden& next) { next.stack = static_cast<StackKind>(stack); });
    });
    addNumber(tr("&Token"), edit.token, {0, kMostPositions}, [this](Index token) {
        change<TokenHidden>([token](TokenHidden& next) { next.token = token; });
    })->setToolTip(tr("Its position, counted from 0."));
}

void EditForm::addFields(const HeadScale& edit)
{
    addWhere<HeadScale>();
    auto* slider = new QSlider(Qt::Horizontal);
    auto* box = new QDoubleSpinBox;
    slider->setRange(-100, 300);
    slider->setPageStep(25);
    slider->setTickInterval(100);
    slider->setTickPosition(QSlider::TicksBelow);
    box->setRange(-100, 100);
    box->setSingleStep(0.05);
    box->setValue(static_cast<double>(edit.factor));
    slider->setValue(static_cast<int>(std::lround(box->value() * 100)));
    name(slider, tr("Factor"), tr("0 switches the head off, 1 leaves it as it is."));
    name(box, tr("Factor"), tr("0 switches the head off, 1 leaves it as it is."));
    connect(slider, &QSlider::valueChanged, box, [box](int value) { box->setValue(value / 100.0); });
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, slider](double value) {
        const QSignalBlocker quiet(slider);
        slider->setValue(static_cast<int>(std::lround(value * 100)));
        change<HeadScale>([value](HeadScale& next) { next.factor = static_cast<float>(value); });
    });
    auto* row = new QHBoxLayout;
    row->addWidget(slider, 1);
    row->addWidget(box);
    m_form->addRow(tr("Factor"), row);
}

void EditForm::addFields(const HeadMean&)
{
    addWhere<HeadMean>();
    addReference(&HeadMean::over);
}

void EditForm::addFields(const PatternEdit& edit)
{
    addWhere<PatternEdit>();
    addChoice(tr("&Pattern"),
              {tr("Uniform over what may be seen"), tr("Each token on itself"), tr("On the previous token"),
               tr("On the first token"), tr("Frozen from another run")},
              static_cast<int>(edit.form), [this](int form) {
                  change<PatternEdit>(
                      [form](PatternEdit& next) { next.form = static_cast<PatternForm>(form); });
              });
    addReference(&PatternEdit::from);
}

void EditForm::addFields(const ActivationPatch& edit)
{
    addWhere<ActivationPatch>();
    const auto found = std::find(kPatchSites.begin(), kPatchSites.end(), edit.site);
    addChoice(
        tr("&What"),
        {tr("The stream before the layer"), tr("Queries"), tr("Keys"), tr("Values"), tr("Head outputs")},
        static_cast<int>(found - kPatchSites.begin()), [this](int site) {
            change<ActivationPatch>([site](ActivationPatch& next) {
                next.site = kPatchSites.at(static_cast<std::size_t>(site));
            });
        });
    addReference(&ActivationPatch::from);
    QSpinBox* source
        = addNumber(tr("Its &position"), edit.source, {-1, kMostPositions}, [this](Index position) {
              change<ActivationPatch>([position](ActivationPatch& next) {
                  next.source = position;
                  next.target = position < 0 ? -1 : std::max<Index>(next.target, 0);
              });
          });
    QSpinBox* target = addNumber(tr("G&oes to"), edit.target, {-1, kMostPositions}, [this](Index position) {
        change<ActivationPatch>([position](ActivationPatch& next) {
            next.target = position;
            next.source = position < 0 ? -1 : std::max<Index>(next.source, 0);
        });
    });
    for (QSpinBox* box : {source, target})
        box->setSpecialValueText(tr("every position"));
    source->setToolTip(tr("The position in the other sentence, counted from 0."));
    target->setToolTip(tr("The position in this sentence that is overwritten, counted from 0."));
    const auto follow = [](QSpinBox* other, int value) {
        const QSignalBlocker quiet(other);
        if (value < 0)
            other->setValue(-1);
        else if (other->value() < 0)
            other->setValue(0);
    };
    connect(source, &QSpinBox::valueChanged, target, [=](int value) { follow(target, value); });
    connect(target, &QSpinBox::valueChanged, source, [=](int value) { follow(source, value); });
}

void EditForm::addFields(const PositionEdit& edit)
{
    addChoice(tr("&Side"), {tr("encoder"), tr("decoder")}, static_cast<int>(edit.stack), [this](int stack) {
        change<PositionEdit>([stack](PositionEdit& next) { next.stack = static_cast<StackKind>(stack); });
    });
    addChoice(tr("&Table"),
              {tr("The model's own"), tr("None"), tr("Sinusoids, interleaved"), tr("Sinusoids, in halves"),
               tr("The learned table")},
              static_cast<int>(edit.table), [this](int table) {
                  change<PositionEdit>(
                      [table](PositionEdit& next) { next.table = static_cast<PositionTable>(table); });
              });
    addNumber(tr("S&hift"), edit.shift, {-kMostPositions, kMostPositions}, [this](Index shift) {
        change<PositionEdit>([shift](PositionEdit& next) { next.shift = shift; });
    })->setToolTip(tr("Every token stands this many positions later than it does."));
}

} // namespace headlight
