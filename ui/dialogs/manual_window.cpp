#include "ui/dialogs/manual_window.h"

#include <QAbstractTextDocumentLayout>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBlock>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

const QString kFolder = QStringLiteral(":/manual/docs/manual/");

QString textOf(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void addSections(const QString& page, const QString& pageTitle, QList<ManualSection>& sections)
{
    bool inCode = false, begins = true;
    for (const QString& line : textOf(page).split(QLatin1Char('\n'))) {
        if (line.startsWith(QLatin1String("```")))
            inCode = !inCode;
        if (!inCode && line.startsWith(QLatin1Char('#'))) {
            const QString title = line.section(u' ', 1).remove(u'*').remove(u'`'); // as the page shows it
            sections.append({page, pageTitle, title, {}, std::exchange(begins, false)});
        } else if (!sections.isEmpty()) {
            sections.last().text += line + QLatin1Char('\n');
        }
    }
}

bool containsAll(const QString& text, const QStringList& words)
{
    return std::all_of(words.begin(), words.end(),
                       [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace

QList<ManualSection> manualSections(const QLocale& locale)
{
    const QString own = kFolder + QLocale::languageToCode(locale.language()) + QLatin1Char('/');
    const QString folder = QFile::exists(own + QLatin1String("index.md")) ? own : kFolder;
    QList<ManualSection> sections;
    for (const QString& line : textOf(folder + QLatin1String("index.md")).split(u'\n'))
        if (const qsizetype link = line.indexOf(QLatin1String("](")); line.startsWith(QLatin1String("- [")))
            addSections(QDir::cleanPath(folder + line.mid(link + 2).chopped(1)), line.mid(3, link - 3),
                        sections);
    return sections;
}

QList<ManualSection> sectionsWith(const QList<ManualSection>& sections, const QString& words)
{
    const QStringList parts = words.simplified().split(QLatin1Char(' '));
    QList<ManualSection> titled, others;
    for (const ManualSection& section : sections) {
        const QString titles = section.pageTitle + QLatin1Char('\n') + section.title;
        if (containsAll(section.title, parts))
            titled.append(section);
        else if (containsAll(titles + QLatin1Char('\n') + section.text, parts))
            others.append(section);
    }
    return titled + others;
}

ManualWindow::ManualWindow(const QLocale& locale, QWidget* parent)
    : QDialog(parent)
    , m_sections(manualSections(locale))
    , m_search(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_page(new QTextBrowser(this))
{
    setWindowTitle(tr("Manual"));
    m_search->setPlaceholderText(tr("Search the manual"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    m_list->setAccessibleName(tr("Pages"));
    m_list->setWordWrap(true);
    m_list->setSpacing(2);
    m_page->setAccessibleName(tr("Page"));
    m_page->setOpenLinks(false);
    m_page->document()->setDocumentMargin(16);
    auto* left = new QWidget(this);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins({});
    column->addWidget(m_search);
    column->addWidget(m_list);
    auto* split = new QSplitter(this);
    split->addWidget(left);
    split->addWidget(m_page);
    split->setStretchFactor(1, 1);
    split->setSizes({fontMetrics().averageCharWidth() * 34, fontMetrics().averageCharWidth() * 90});
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(split);
    connect(m_search, &QLineEdit::textChanged, this, &ManualWindow::list);
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        if (!m_search->text().trimmed().isEmpty())
            m_list->setCurrentRow(0);
    });
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0 && row < m_listed.size())
            turnTo(m_listed[row].page, m_listed[row].title);
    });
    connect(m_page, &QTextBrowser::anchorClicked, this, &ManualWindow::follow);
    list();
    m_list->setCurrentRow(0);
    m_search->setFocus();
    resize(fontMetrics().averageCharWidth() * 130, fontMetrics().height() * 36);
}

void ManualWindow::showSection(const QString& title, const QString& page)
{
    m_search->clear();
    const auto is = [&](const ManualSection& section) {
        return section.title == title && (page.isEmpty() || section.page == page);
    };
    const auto section = std::find_if(m_sections.begin(), m_sections.end(), is);
    const QString found = section == m_sections.end() ? m_listed.first().page : section->page;
    for (int row = 0; row < m_listed.size(); ++row)
        if (m_listed[row].page == found)
            m_list->setCurrentRow(row);
    turnTo(found, title);
}

void ManualWindow::list()
{
    const QSignalBlocker blocked(m_list);
    const bool all = m_search->text().trimmed().isEmpty();
    m_listed.clear();
    m_list->clear();
    for (const ManualSection& section : all ? m_sections : sectionsWith(m_sections, m_search->text())) {
        if (all && !section.begins)
            continue;
        m_listed.append(section);
        m_list->addItem(section.begins ? section.pageTitle
                                       : tr("%1: %2", "a page of the manual and its section")
                                             .arg(section.pageTitle.section(QLatin1Char(':'), 0, 0).trimmed(),
                                                  section.title));
    }
    if (m_listed.isEmpty())
        m_list->addItem(tr("Nothing found for “%1”").arg(m_search->text().trimmed()));
}

void ManualWindow::turnTo(const QString& page, const QString& title)
{
    const QUrl address(QStringLiteral("qrc") + page);
    if (m_page->source() != address)
        m_page->setSource(address, QTextDocument::MarkdownResource);
    for (QTextBlock block = m_page->document()->begin(); block.isValid(); block = block.next())
        if (block.blockFormat().headingLevel() > 0 && block.text() == title) {
            m_page->setTextCursor(QTextCursor(block));
            m_page->verticalScrollBar()->setValue(
                qRound(m_page->document()->documentLayout()->blockBoundingRect(block).top()));
            return;
        }
}

void ManualWindow::follow(const QUrl& link)
{
    const QString page = QDir::cleanPath(m_page->source().resolved(link).path());
    if (page.endsWith(QLatin1String(".md")))
        turnTo(QLatin1Char(':') + page, {});
    else
        m_page->setPlainText(textOf(QLatin1Char(':') + page));
}

} // namespace headlight
