# The program's icon: as an SVG file, in one colour for desktops that tint their icons, and as PNG files in the
# sizes that desktops look for.
set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
install(FILES ${PROJECT_SOURCE_DIR}/resources/desktop/${HEADLIGHT_ID}.svg DESTINATION ${icons}/scalable/apps)
install(FILES ${PROJECT_SOURCE_DIR}/resources/desktop/${HEADLIGHT_ID}-symbolic.svg DESTINATION ${icons}/symbolic/apps)

add_executable(headlight_icon_painter ${PROJECT_SOURCE_DIR}/resources/desktop/icons.cpp)
target_link_libraries(headlight_icon_painter PRIVATE Qt6::Gui Qt6::Svg headlight_flags)
set(painted)
set(words)
foreach(width 16 22 24 32 48 64 128 256 512)
    set(file ${PROJECT_BINARY_DIR}/icons/${width}/${HEADLIGHT_ID}.png)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/icons/${width})
    install(FILES ${file} DESTINATION ${icons}/${width}x${width}/apps)
    list(APPEND painted ${file})
    list(APPEND words ${width} ${file})
endforeach()
add_custom_command(OUTPUT ${painted}
    COMMAND headlight_icon_painter ${PROJECT_SOURCE_DIR}/resources/desktop/${HEADLIGHT_ID}.svg ${words}
    DEPENDS ${PROJECT_SOURCE_DIR}/resources/desktop/${HEADLIGHT_ID}.svg VERBATIM)
add_custom_target(headlight_icons_painted ALL DEPENDS ${painted})
