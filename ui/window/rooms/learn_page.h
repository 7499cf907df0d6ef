#pragma once

#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

namespace headlight {

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
/// the width, so that the columns of all sections extend to the edge of the page.
class LearnPage : public QWidget
{
    Q_OBJECT
public:
    explicit LearnPage(QWidget* parent = nullptr);

    void setSections(const std::vector<LearnSection>& sections);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    static QWidget* makeCard(const LearnCard& card);
    void fitCards();
    int columnsFor(int room, int least) const;

    std::vector<std::vector<QWidget*>> m_cards; ///< for each section; all cards have the same width
};

} // namespace headlight
