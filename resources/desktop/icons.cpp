// icons IMAGE.svg WIDTH FILE.png [WIDTH FILE.png …]: paints the program's icon in the sizes that desktops
// take as they are. Run by the build.

#include <QImage>
#include <QPainter>
#include <QString>
#include <QSvgRenderer>

#include <cstdio>
#include <cstdlib>

int main(int count, char** words)
{
    QSvgRenderer picture(QString::fromLocal8Bit(count > 1 ? words[1] : ""));
    bool written = picture.isValid() && count > 3 && count % 2 == 0;
    for (int i = 2; written && i + 1 < count; i += 2) {
        const int width = std::atoi(words[i]);
        QImage icon(width, width, QImage::Format_ARGB32_Premultiplied);
        icon.fill(Qt::transparent);
        QPainter painter(&icon);
        picture.render(&painter);
        painter.end();
        written = icon.save(QString::fromLocal8Bit(words[i + 1]), "PNG");
    }
    if (!written)
        std::fputs("icons: expected IMAGE.svg WIDTH FILE.png …\n", stderr);
    return written ? 0 : 1;
}
