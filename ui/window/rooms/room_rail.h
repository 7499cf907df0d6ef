#pragma once

#include <QAbstractButton>
#include <QScrollArea>
#include <QString>

#include <map>
#include <vector>

class QButtonGroup;
class QVBoxLayout;

namespace headlight {

/// One entry of the rail: a picture with a word below.
class RailButton : public QAbstractButton
{
    Q_OBJECT
public:
    /// `name`: of the picture.
    RailButton(QString name, const QString& word);

    void setWordShown(bool shown);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QFont wordFont() const;

    QString m_name;
    bool m_wordShown = true;
};

/// The workspaces along the left side of the window, each as a picture and a word, or only a picture if the
/// window is small; below them, a button that lists all views.
class RoomRail : public QScrollArea
{
    Q_OBJECT
public:
    struct Entry
    {
        QString id; ///< of the room, and of its picture
        QString word;
        QString tip; ///< includes the key
    };

    explicit RoomRail(QWidget* parent = nullptr);

    void setEntries(const std::vector<Entry>& entries);
    void setCurrent(const QString& id);
    void setWordsShown(bool shown);
    bool wordsShown() const { return m_wordsShown; }
    RailButton* button(const QString& id) const;
    RailButton& more() const { return *m_more; }
    QSize sizeHint() const override { return {width(), 0}; }

signals:
    void chosen(const QString& id);
    void menuRequested(const QString& id, const QPoint& globalPosition);
    void moreClicked();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void setWidth();

    QWidget* m_inside;
    QVBoxLayout* m_column;
    QButtonGroup* m_group;
    RailButton* m_more;
    std::map<QString, RailButton*> m_buttons; ///< by the rooms' ids
    bool m_wordsShown = true;
};

} // namespace headlight
