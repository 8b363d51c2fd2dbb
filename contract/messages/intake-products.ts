/** What is said of product lists: files that are none, rows that are left out, photographs that belong to no row. */
export const intakeProducts = {
  'intake.products.unreadable': '“{{name}}” could not be read. Look whether it is still there, and choose it again.',
  'intake.products.tooLarge': '“{{name}}” is larger than any product list. Nothing was read of it.',
  'intake.products.tooMany': '“{{name}}” has more than {{most}} rows. Split it into several lists.',
  'intake.products.tooManyPatterns':
    '“{{name}}” has more than {{most}} rows with * or ?. Name files or SKUs in their place, or split it into several lists.',
  'intake.products.longPattern': 'Its pattern is longer than {{most}} characters.',
  'intake.products.notText': '“{{name}}” is not a text that can be read. Save it as “CSV UTF-8”, and choose it again.',
  'intake.products.assumed':
    'Nothing in “{{name}}” names its encoding. It was read as {{encoding}}. If letters are wrong, save it as “CSV UTF-8”, and choose it again.',
  'intake.products.damaged':
    '“{{name}}” cannot be read beyond line {{line}}: a quotation mark is never closed, or the line is too long.',
  'intake.products.noColumns':
    '“{{name}}” has no column with a SKU or barcode. Its first line must name the columns, such as: File name, SKU, Name, Recipe, Folder.',
  'intake.products.twoColumns':
    'The columns “{{one}}” and “{{other}}” of “{{name}}” mean the same. Rename or remove one.',

  'intake.products.noSku': 'It has no SKU.',
  'intake.products.rounded':
    'The barcode was saved as {{number}}, without its last digits. Format the column as text in the spreadsheet, and enter it again.',
  'intake.products.roundedNumber':
    'A number was saved as {{number}}, without its last digits. Format the column as text in the spreadsheet, and enter it again.',
  'intake.products.notANumber': '“{{number}}” is not a barcode number.',
  'intake.products.noRecipe': 'There is no recipe “{{recipe}}”.',
  'intake.products.absolute': '“{{folder}}” is a full path. Only a folder inside the output folder can be named.',
  'intake.products.escapes': '“{{folder}}” leads out of the output folder.',
  'intake.products.tooLong': 'It has a name, SKU or folder that is too long.',
  'intake.products.twin': 'It repeats line {{line}} for “{{key}}”.',
  'intake.products.contrary': 'It says something else about “{{key}}” than line {{line}}.',

  'intake.products.several': '“{{name}}” fits lines {{one}} and {{other}} of the list.',
  'intake.products.unnamed': '“{{name}}” is not on the list.',
} as const;
