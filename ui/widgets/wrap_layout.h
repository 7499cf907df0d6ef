#pragma once

#include <QLayout>

#include <initializer_list>
#include <vector>

namespace headlight {

/// A row of controls that continues on the next line when the view is narrow, the text large or the language
/// wordy, so that nothing is cut off. Items that may grow share the rest of a line. Each is in the middle of
/// its line's height, or at its top if it is aligned there.
class WrapLayout : public QLayout
{
    Q_OBJECT
public:
    explicit WrapLayout(int spacing, QWidget* parent = nullptr);
    ~WrapLayout() override;

    /// Adds widgets that stay together: a label and its field.
    void addTogether(std::initializer_list<QWidget*> widgets);
    /// Moves what follows to the far end of the line, as long as there is only one line.
    void addStretch() { addItem(new QSpacerItem(0, 0, QSizePolicy::Expanding, QSizePolicy::Minimum)); }

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override; ///< all in one line
    QSize minimumSize() const override; ///< as wide as the widest item
    void setGeometry(const QRect& rect) override;

private:
    struct Line
    {
        std::vector<QLayoutItem*> items;
        int width = 0; ///< including the spaces between items
        int height = 0;
    };
    std::vector<Line> lines(int width) const;
    void place(const Line& line, const QRect& room, const QRect& whole) const;

    std::vector<QLayoutItem*> m_items; ///< owned, as required by Qt
};

/// A widget with these controls from its left edge on; those of a group stay together.
QWidget* makeBar(std::initializer_list<std::initializer_list<QWidget*>> groups);

} // namespace headlight
