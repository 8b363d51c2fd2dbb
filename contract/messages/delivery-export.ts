/** What exporting says: of one file, and of the folder it goes to. */
export const deliveryExport = {
  'delivery.export.gone':
    '“{{name}}” is not where Burnish put it. Find its folder in Review, restore the file, or process the photograph again, which a service may charge for.',
  'delivery.export.away': 'The disk with “{{name}}” is not connected. Connect it and export again.',
  'delivery.export.unreadable':
    '“{{name}}” cannot be read as a picture. Restore the file, or process the photograph again, which a service may charge for.',
  'delivery.export.noOutline': '“{{name}}” has no transparent background, so there is no outline to trace.',
  'delivery.export.sidecarThere':
    '“{{name}}” is in that folder already, so nothing was written for {{photograph}}. Choose another folder.',
  'delivery.export.deadLink':
    '{{path}} is a link to {{target}}, which is not there, so nothing was written. Remove the link, or bring back what it leads to, then try again.',
  'delivery.export.sidecarAway':
    '“{{name}}” is not at hand, so an XMP file beside it cannot be read. Connect its disk, or find its folder in Review, and export again.',
  'delivery.export.noRaw':
    'None of these photographs is a raw file. Other formats carry stars and labels inside the file: export those as files.',
  'delivery.export.noOutputs':
    'The recipes of these photographs make no further files. Add a file to a recipe, then make them again.',
  'delivery.export.sheetName': '{{title}} contact sheet {{date}}',
  'delivery.export.reportName': '{{title}} report {{date}}',
  'delivery.export.undecided':
    'Nothing was decided about these raw photographs yet, and they have no photo info, so there is nothing to write.',
  'delivery.export.isOriginal':
    '“{{name}}” was also taken in as a photograph of its own, and originals are never moved. Copy it instead.',
  'delivery.export.notWritten':
    '“{{name}}” is not the file that Burnish wrote, or was changed since, so it is not moved. Copy it instead.',
  'delivery.export.fault': '“{{name}}” could not be exported. Try it again.',
  'delivery.export.refused': '“{{name}}” was not exported. {{why}}',
  'delivery.export.notes': '“{{name}}” was exported. {{notes}}',
  'delivery.export.noRoomHere': 'The disk with Burnish’s data folder is full. Free some space and export again.',
  'delivery.export.noFolder': 'The folder “{{folder}}” is not there. Choose another one, or connect its disk.',
  'delivery.export.notMade': 'The folder “{{folder}}” cannot be made. Choose another one.',
  'delivery.export.chooseFolder': 'Choose a folder for the export.',
  'delivery.export.movesAsItIs': 'Results are moved as they are. To change format, size or metadata, copy them.',
  'delivery.export.manyFiles':
    'Other programs take {{most}} files at a time, and you have selected {{count}}. Export them instead.',
  'delivery.export.noFiles':
    'There is no finished file of these here. Process the photographs that are not processed yet. If results are on a disk that is not connected, connect it.',
  'delivery.export.nothing': 'There is no picture to export among these photographs.',
} as const;
