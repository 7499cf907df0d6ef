# How `cpack -G DEB` makes a package of the installed tree; ./headlight package runs it.
set(CPACK_PACKAGE_NAME headlight)
set(CPACK_PACKAGE_VENDOR "The Headlight developers")
set(CPACK_PACKAGE_CONTACT "The Headlight developers <developers@headlight.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "shows what the attention heads of a transformer look at")
set(CPACK_PACKAGE_DESCRIPTION
    "Type a sentence: a real transformer runs it at once, and every head's attention
matrix, the masks and the positional encodings appear as heatmaps beside the
tokens. An English to French transformer comes with the program; model folders
and traces from other programs open as they are.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# dpkg-shlibdeps finds the linked libraries. Qt loads its platforms and its SVG reader (a separate package in newer
# releases) at run time, and without a font the program shows no text.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "qt6-qpa-plugins, qt6-svg-plugins | libqt6svg6 (<< 6.6), fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, fonts-wqy-microhei | fonts-noto-cjk, fonts-noto-color-emoji, fonts-symbola | fonts-noto-core")
include(CPack)
