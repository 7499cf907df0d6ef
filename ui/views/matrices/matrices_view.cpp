#include "ui/views/matrices/matrices_view.h"

#include "core/base/text_list.h"
#include "core/io/atomic_file.h"
#include "ui/state/focus.h"
#include "ui/state/settings.h"
#include "ui/state/translation.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/views/matrices/matrix_block.h"
#include "ui/views/matrices/sheet_examples.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/save_target.h"
#include "ui/widgets/sheet_page.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/head_name.h"

#include <QBuffer>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QPdfWriter>
#include <QScrollArea>
#include <QSplitter>
#include <QTextDocument>
#include <QToolButton>

#include <algorithm>

namespace headlight {

namespace {

constexpr qint64 kLargestSheet = 1'000'000;

QString sheetText(const char* example)
{
    return QString::fromStdString(sheetExample(example)).trimmed();
}

bool isExample(const QString& sheet)
{
    return std::ranges::any_of(sheetExamples(),
                               [&](const SheetExample& each) { return sheet == sheetText(each.name); });
}

QPlainTextEdit* makeCode(const QString& name)
{
    auto* const text = new QPlainTextEdit;
    text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setTabChangesFocus(true);
    text->setAccessibleName(name);
    return text;
}

} // namespace

MatricesView::MatricesView(const ViewContext& context, QWidget* parent)
    : PagedView(context, parent)
    , m_text(makeCode(tr("The sheet: one line for each matrix")))
    , m_code(makeCode(tr("Code that computes the same numbers")))
    , m_texts(new ModeButtons<Text>(this))
    , m_area(new QWidget)
    , m_splitter(new QSplitter)
{
    auto* const column = pages().addColumn();
    column->addWidget(makeControls());
    column->addWidget(makeStatement(tr("How the cell is computed")));
    m_area->setLayout(new WrapLayout(16));
    m_area->setContentsMargins(8, 0, 0, 0);
    m_side = makeTexts();
    m_side->setProperty("control", true); // a presentation goes without
    m_blockArea = makeScrolling(m_area);
    onEvent(*m_blockArea, {QEvent::Resize, QEvent::FontChange}, *this, [this] { fit(); });
    m_splitter->setChildrenCollapsible(false);
    place(Qt::Horizontal);
    column->addWidget(m_splitter, 1);
    setFocusProxy(m_text);
    pages().setCurrentIndex(1);
    const auto wanted = [this] { // that of the window, the user's last one, or the first example
        for (const QString& text : {workspace().sheet(), kMatrixSheet.of(settings())})
            if (!text.isEmpty())
                return text;
        return sheetText(sheetExamples().front().name);
    };
    m_text->setPlainText(wanted());
    connect(m_text, &QPlainTextEdit::textChanged, this, &MatricesView::compute);
    connect(&context.workspace, &Workspace::sheetChanged, this, [this, wanted] {
        if (wanted() != sheet())
            setSheet(wanted());
    });
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_area);
    compute();
}

QWidget* MatricesView::makeControls()
{
    auto* const bar = new QWidget;
    auto* const row = new WrapLayout(4);
    bar->setLayout(row);
    auto* const begin = makeFlatButton(tr("Start from"), tr("Replaces the sheet; Ctrl+Z brings it back"));
    QMenu* const menu = addMenu(*begin);
    for (const SheetExample& example : sheetExamples())
        menu->addAction(tr(example.title), this, [this, &example] { setSheet(sheetText(example.name)); });
    menu->addSeparator();
    menu->addAction(tr("The current head"), this, &MatricesView::takeHead);
    menu->addAction(tr("Open a sheet…"), this, &MatricesView::open);
    row->addWidget(begin);
    const auto button = [&](const QString& text, const QString& tip, const auto& act) {
        auto* const made = makeFlatButton(text, tip);
        connect(made, &QToolButton::clicked, this, act);
        row->addWidget(made);
    };
    button(tr("◀ Step back"), tr("Hides the numbers of the last line that is seen: calculate them first"),
           [this] { step(-1); });
    button(tr("Step ▶"), tr("Shows the numbers of the next line"), [this] { step(1); });
    button(tr("Show all"), tr("Shows the numbers of all lines"),
           [this] { step(static_cast<int>(m_sheet.lines.size())); });
    auto* const paper = makeFlatButton(tr("Save"), tr("Saves the sheet, or prints it to calculate on paper"));
    QMenu* const forms = addMenu(*paper);
    forms->addAction(tr("Work sheet with empty cells…"), this, [this] { save(false); });
    forms->addAction(tr("Its solution…"), this, [this] { save(true); });
    row->addWidget(paper);
    return bar;
}

QWidget* MatricesView::makeTexts()
{
    auto* const side = new QWidget;
    auto* const column = makeColumn(side, {}, 2);
    auto* const row = makeRow(nullptr, {}, 4);
    row->addWidget(
        m_texts->add(tr("Sheet"), tr("What is computed; edit it here or in the cells"), Text::kSheet));
    row->addWidget(m_texts->add(QStringLiteral("NumPy"), tr("The same in Python with NumPy"), Text::kNumPy));
    row->addWidget(
        m_texts->add(QStringLiteral("PyTorch"), tr("The same in Python with PyTorch"), Text::kTorch));
    row->addStretch(1);
    auto* const copy = makeFlatButton(tr("Copy"), tr("Copies this text"));
    connect(copy, &QToolButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText((m_text->isHidden() ? m_code : m_text)->toPlainText());
    });
    row->addWidget(copy);
    column->addLayout(row);
    column->addWidget(m_text, 1);
    m_code->setReadOnly(true);
    m_code->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_code->hide();
    column->addWidget(m_code, 1);
    m_texts->setValue(Text::kSheet);
    m_texts->whenChosen(this, [this](Text which) { showText(which); });
    return side;
}

// The texts stand beside the matrices, or below them.
void MatricesView::arrange()
{
    const Qt::Orientation wanted
        = width() > roomForText(*this, 125, 0).width() ? Qt::Horizontal : Qt::Vertical;
    if (m_splitter->orientation() != wanted)
        place(wanted);
}

void MatricesView::place(Qt::Orientation way)
{
    const bool beside = way == Qt::Horizontal;
    m_splitter->setOrientation(way);
    m_splitter->addWidget(beside ? m_side : m_blockArea);
    m_splitter->addWidget(beside ? m_blockArea : m_side);
    constexpr int kShare = 1000; // the splitter scales them
    m_splitter->setSizes(beside ? QList{2 * kShare, 3 * kShare} : QList{3 * kShare, 2 * kShare});
}

void MatricesView::refresh(ViewChanges /*changes*/) { }

void MatricesView::showEvent(QShowEvent* event)
{
    m_seen = true;
    workspace().setSheet(sheet());
    TraceView::showEvent(event);
}

void MatricesView::setSheet(const QString& text)
{
    QTextCursor cursor(m_text->document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(text);
    m_hidden = 0;
    showBlocks();
}

void MatricesView::showExample(int example)
{
    if (const auto all = sheetExamples(); example >= 0 && static_cast<std::size_t>(example) < all.size())
        setSheet(sheetText(all[static_cast<std::size_t>(example)].name));
}

void MatricesView::takeHead()
{
    const Trace trace = workspace().shownTrace();
    const auto taken = trace.isNull()
        ? Result<MatrixSheet>(badArgument({}, tr("Nothing has run yet").toStdString()))
        : sheetOf(trace, focus().head());
    if (taken)
        setSheet(QStringLiteral("# %1\n").arg(headName(focus().head()))
                 + QString::fromStdString(taken->text()));
    else
        setStatement(QString::fromStdString(taken.error().message));
}

QString MatricesView::code(Text language) const
{
    const auto code = codeOf(m_sheet, language == Text::kNumPy ? SheetCode::kNumPy : SheetCode::kTorch);
    return QString::fromStdString(code ? *code : "# " + code.error().message);
}

void MatricesView::showText(Text which)
{
    m_texts->setValue(which);
    m_text->setVisible(which == Text::kSheet);
    m_code->setVisible(which != Text::kSheet);
    if (which != Text::kSheet)
        m_code->setPlainText(code(which));
}

void MatricesView::compute()
{
    if (!isExample(sheet())) // opened by a lesson or from the menu: what the user wrote comes back
        kMatrixSheet.set(settings(), sheet());
    if (m_seen) // else a hand-out would end with an example that nobody has seen
        workspace().setSheet(sheet());
    const auto read = MatrixSheet::parse(sheet().toStdString(), {});
    m_area->setEnabled(static_cast<bool>(read)); // the last numbers stay, dimmed, while a line is being typed
    if (!read)
        return setStatement(QString::fromStdString(read.error().describe()));
    task().start([this, asked = *read](const std::stop_token&, const LatestTask::Deliver& deliver) {
        deliver([this, asked, values = headlight::compute(asked)] { receive(asked, values); });
    });
}

void MatricesView::receive(const MatrixSheet& sheet, const std::vector<SheetValue>& values)
{
    m_sheet = sheet;
    m_values = values;
    setStatement(tr("Choose a cell to see how it is computed; type into it to change it."), true);
    showBlocks();
    if (!m_code->isHidden())
        showText(static_cast<Text>(m_texts->checkedId()));
}

void MatricesView::showBlocks()
{
    while (m_blocks.size() < m_sheet.lines.size()) {
        auto* const block = new MatrixBlock;
        const std::size_t line = m_blocks.size();
        m_blocks.push_back(block);
        m_area->layout()->addWidget(block);
        m_area->layout()->setAlignment(block, Qt::AlignTop);
        connect(block, &MatrixBlock::pointed, this,
                [this, line](int row, int column) { point(line, row, column); });
        connect(block, &MatrixBlock::edited, this,
                [this, line](int row, int column, const QString& text) { setCell(line, row, column, text); });
        connect(block, &MatrixBlock::pasted, this, [this, line](const QString& text) { paste(line, text); });
    }
    m_hidden = std::min(m_hidden, computedFrom(0));
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        const bool used = i < m_sheet.lines.size();
        m_blocks[i]->setVisible(used);
        if (used)
            m_blocks[i]->show(m_sheet.lines[i], m_values[i], isSeen(i));
    }
    m_area->layout()->invalidate();
    fit();
}

void MatricesView::fit()
{
    const QSize room = m_blockArea->maximumViewportSize();
    for (const double share : {1.0, 0.9, 0.8, 0.7, 0.6, 0.5}) {
        m_area->setFont(scaledFont(font(), share));
        if (!m_side->isHidden()
            || (m_area->layout()->minimumSize().width() <= room.width()
                && m_area->layout()->heightForWidth(room.width()) <= room.height()))
            break;
    }
}

std::ptrdiff_t MatricesView::computedFrom(std::size_t line) const
{
    return std::count_if(m_sheet.lines.begin() + static_cast<std::ptrdiff_t>(line), m_sheet.lines.end(),
                         [](const SheetLine& each) { return !each.isGiven(); });
}

bool MatricesView::isSeen(std::size_t line) const
{
    return m_sheet.lines[line].isGiven() || computedFrom(line) > m_hidden;
}

void MatricesView::step(int by)
{
    m_hidden = std::clamp<std::ptrdiff_t>(m_hidden - by, 0, computedFrom(0));
    showBlocks();
    // In a small window what has just come or gone may be out of sight.
    QWidget* changed = nullptr;
    for (std::size_t i = 0; i < m_sheet.lines.size() && (by > 0 || changed == nullptr); ++i)
        if (!m_sheet.lines[i].isGiven() && isSeen(i) == (by > 0))
            changed = m_blocks[i];
    if (changed != nullptr)
        m_blockArea->ensureWidgetVisible(changed);
}

void MatricesView::point(std::size_t line, int row, int column)
{
    if (line >= m_sheet.lines.size())
        return;
    const SheetCellAccount account = cellAccount(m_sheet, m_values, line, row, column);
    for (std::size_t i = 0; i < m_sheet.lines.size(); ++i) {
        const auto from = std::ranges::find_if(
            account.from, [&](const auto& each) { return each.first == m_sheet.lines[i].name; });
        m_blocks[i]->mark(from == account.from.end() ? std::nullopt : std::optional(from->second));
    }
    showHint(account.text.empty() || !isSeen(line)
                 ? QString()
                 : tr("%1[%2, %3] = %4")
                       .arg(QString::fromStdString(m_sheet.lines[line].name))
                       .arg(row)
                       .arg(column)
                       .arg(QString::fromStdString(account.text)));
}

void MatricesView::setCell(std::size_t line, int row, int column, const QString& text)
{
    if (isWorking()) // the text has changed, and its numbers are about to come
        return;
    MatrixSheet sheet = m_sheet;
    SheetLine& changed = sheet.lines.at(line);
    const auto number = text.isEmpty()
        ? std::optional<FormulaValue>()
        : parsedMatrix(
            QString(text).replace(QLatin1Char(','), QLatin1Char('.')).toStdString()); // 0,5 in French
    if (!text.isEmpty() && (!number || number->size() != 1))
        return setStatement(tr("“%1” is no number: type one such as 0.5, −2 or −inf.").arg(text));
    std::erase_if(changed.cells,
                  [&](const SheetCell& cell) { return cell.row == row && cell.column == column; });
    if (changed.isGiven()) {
        FormulaValue value = m_values[line].value;
        value(row, column) = number ? (*number)(0, 0) : 0;
        changed.formula = formulaOf(value);
        changed.cells.clear();
    } else if (number) {
        changed.cells.push_back({row, column, shortestNumber((*number)(0, 0))});
    }
    writeBack(sheet);
}

void MatricesView::paste(std::size_t line, const QString& text)
{
    if (isWorking())
        return;
    const auto value = parsedMatrix(text.toStdString());
    if (!value || !m_sheet.lines.at(line).isGiven()) {
        setStatement(value ? tr("%1 is computed: paste over a matrix that is given.")
                                 .arg(QString::fromStdString(m_sheet.lines[line].name))
                           : tr("The clipboard has no matrix: rows are lines, or lists in brackets."));
        return;
    }
    MatrixSheet sheet = m_sheet;
    sheet.lines[line].formula = formulaOf(*value);
    sheet.lines[line].cells.clear();
    writeBack(sheet);
}

void MatricesView::writeBack(const MatrixSheet& sheet)
{
    const QString before = m_text->toPlainText(), after = QString::fromStdString(sheet.text()).trimmed();
    const auto same = std::ranges::mismatch(before, after).in1 - before.begin();
    const auto end
        = std::mismatch(before.crbegin(), before.crend() - same, after.crbegin(), after.crend() - same).first
        - before.crbegin();
    QTextCursor cursor(m_text->document());
    cursor.setPosition(static_cast<int>(same));
    cursor.setPosition(static_cast<int>(before.size() - end), QTextCursor::KeepAnchor);
    cursor.insertText(after.mid(same, after.size() - same - end));
}

void MatricesView::open()
{
    const QString name
        = QFileDialog::getOpenFileName(window(), tr("Open a sheet"), {}, tr("Sheets (*.txt);;All files (*)"));
    if (name.isEmpty())
        return;
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly) || file.size() > kLargestSheet)
        setStatement(tr("%1 cannot be read as a sheet: it is missing, or larger than 1 MB.").arg(name));
    else
        setSheet(QString::fromUtf8(file.readAll()));
}

void MatricesView::save(bool solution)
{
    const QString filters = tr("PDF (*.pdf);;Markdown (*.md);;The sheet itself (*.txt)");
    const QString file = askForTarget(
        window(), solution ? tr("Save the solution") : tr("Save the work sheet"),
        filters.split(QStringLiteral(";;")), solution ? tr("solution.pdf") : tr("work sheet.pdf"));
    if (!file.isEmpty() && !write(file, solution))
        setStatement(tr("%1 could not be written: is the folder writable?").arg(file));
}

bool MatricesView::write(const QString& file, bool solution)
{
    QBuffer out;
    out.open(QIODevice::WriteOnly);
    if (file.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)) {
        QPdfWriter pdf(&out);
        pdf.setPageSize(QPageSize(QPageSize::A4));
        pdf.setPageMargins({});
        pdf.setTitle(sheetTitle(solution));
        QPainter painter(&pdf);
        drawSheet(workSheetParts(m_sheet, m_values, solution), solution, pdf, painter);
    } else {
        out.write(file.endsWith(QLatin1String(".txt"), Qt::CaseInsensitive)
                      ? (sheet() + QLatin1Char('\n')).toUtf8()
                      : QByteArray::fromStdString(workSheet(m_sheet, m_values, solution)));
    }
    return static_cast<bool>(writeFileAtomically(file.toStdString(), out.data().toStdString()));
}

} // namespace headlight
