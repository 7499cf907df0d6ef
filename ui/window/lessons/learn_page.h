#pragma once

#include <QString>
#include <QWidget>

#include <algorithm>
#include <functional>
#include <vector>

namespace headlight {

class WrapLayout;

/// A way to get started: a picture, a description, and a button.
struct LearnCard
{
    QString name; ///< for tests: the button is "learn.NAME"
    QString picture; ///< name for paintPicture()
    QString title;
    QString text;
    QString button;
    std::function<void()> start;
};

struct LearnSection
{
    QString title;
    std::vector<LearnCard> cards;
};

/// The page of the workspace Learn: cards in sections, as many side by side as there is room for. They share
/// the width, so that the columns of all sections extend to the edge of the page; short sections stand beside
/// each other.
class LearnPage : public QWidget
{
    Q_OBJECT
public:
    explicit LearnPage(std::function<std::vector<LearnSection>()> sections);

    /// Makes the sections anew, now or when the page is seen next.
    void refresh() { setSections(isVisible() ? m_make() : std::vector<LearnSection>()); }
    /// Of one column of cards: the cards follow the width of the page, which must not follow theirs.
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Section
    {
        QWidget* whole; ///< heading and cards
        std::vector<QWidget*> cards; ///< all of the same width

        int columns(int most) const { return std::min(most, static_cast<int>(cards.size())); }
    };
    void setSections(const std::vector<LearnSection>& sections);
    int leastCard() const; ///< width
    static QWidget* makeCard(const LearnCard& card);
    void fitCards();
    int columnsFor(int room, int least) const;
    /// Sections that stand beside each other, as numbers of sections from first to last.
    std::vector<int> linesFor(int columns) const;

    std::function<std::vector<LearnSection>()> m_make;
    std::vector<Section> m_sections;
    WrapLayout* m_lines;
};

class LessonPlayer;
class ModelOpener;

/// The contents of resources/lessons/learn.json; `actions` has the actions of the window.
std::vector<LearnSection> learnSections(LessonPlayer& player, ModelOpener& opener, const QObject& actions);

} // namespace headlight
