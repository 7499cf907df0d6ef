#pragma once

#include <QDialog>
#include <QList>
#include <QLocale>
#include <QString>

class QLineEdit;
class QListWidget;
class QTextBrowser;
class QUrl;

namespace headlight {

/// A heading of the manual and the text below it.
struct ManualSection
{
    QString page; ///< address of its file
    QString pageTitle; ///< as in the index
    QString title;
    QString text;
    bool begins = false; ///< the first of its page
};

/// All sections of the manual, page by page: a page in the language of `locale` where there is one, otherwise
/// in English.
QList<ManualSection> manualSections(const QLocale& locale);

/// The sections that contain every word of `words`; those with the words in a title come first.
QList<ManualSection> sectionsWith(const QList<ManualSection>& sections, const QString& words);

/// Help → Manual: the pages that come with the program, offline, with a search over all of them. UI thread.
class ManualWindow : public QDialog
{
    Q_OBJECT
public:
    explicit ManualWindow(const QLocale& locale, QWidget* parent = nullptr);

    /// Shows the section with this heading, of this page if given, or the list of pages if there is none.
    void showSection(const QString& title, const QString& page = {});

private:
    void list();
    void turnTo(const QString& page, const QString& title);
    void follow(const QUrl& link);

    QList<ManualSection> m_sections, m_listed;
    QLineEdit* m_search;
    QListWidget* m_list;
    QTextBrowser* m_page;
};

} // namespace headlight
