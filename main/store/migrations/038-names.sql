-- How an exported file is rendered, and the commands of compare and survey, go by the names that the program has for them now.
UPDATE settings SET value = json_remove(json_set(value, '$.rendering', json_extract(value, '$.look')), '$.look')
WHERE name = 'lastExport' AND json_type(value, '$.look') = 'object';

UPDATE export_presets SET preset = json_remove(json_set(preset, '$.options.rendering', json_extract(preset, '$.options.look')), '$.options.look')
WHERE json_type(preset, '$.options.look') = 'object';

UPDATE settings SET value = json_remove(json_set(value, '$."panes.takeOut"', json_extract(value, '$."look.takeOut"')), '$."look.takeOut"')
WHERE name = 'shortcuts' AND json_type(value, '$."look.takeOut"') = 'array';

UPDATE settings SET value = json_remove(json_set(value, '$."panes.open"', json_extract(value, '$."look.open"')), '$."look.open"')
WHERE name = 'shortcuts' AND json_type(value, '$."look.open"') = 'array';
