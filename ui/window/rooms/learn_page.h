#pragma once

#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

namespace headlight {

/// Something to begin with: a picture, what it is, and a button that does it.
struct LearnCard
{
    QString name; ///< of the button, for tests: "learn.NAME"
    QString picture; ///< as paintPicture() knows it
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

/// The page of the workspace Learn: cards in sections, as many beside each other as there is room for. They
/// share the width, so that the columns of all sections end where the page does.
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

    std::vector<std::vector<QWidget*>> m_cards; ///< of each section; all have one width
};

} // namespace headlight
