/** What is said of files and folders as they are taken in, and of folders that are watched. */
export const intake = {
  'intake.file.device': '“{{name}}” is a pipe, a socket or a device, and not a photograph.',
  'intake.file.misread': '“{{name}}” has a name that is not valid UTF-8. Rename it, then add it again.',
  'intake.file.deadLink': '“{{name}}” is a link to something that is no longer there.',
  'intake.file.noPermission': '“{{name}}” cannot be read: this account has no permission.',
  'intake.file.endlessLink': '“{{name}}” is a link that leads back to itself.',
  'intake.file.nameTooLong': '“{{name}}” has a name that is too long.',
  'intake.file.changedSince':
    '“{{name}}” is another picture than the one you looked at. Nothing was sent. Add it again to see it as it is now.',
  'intake.file.replacedByLink': '“{{name}}” was replaced by a link and was not added.',
  'intake.file.ownResult': 'This is a result of Burnish, used as a photograph.',

  'intake.pair.jpeg_one': '1 raw file was left out: the JPEG of the same shot is used. Settings can say otherwise.',
  'intake.pair.jpeg_other':
    '{{count}} raw files were left out: the JPEGs of the same shots are used. Settings can say otherwise.',
  'intake.pair.raw_one': '1 JPEG was left out: the raw file of the same shot is used. Settings can say otherwise.',
  'intake.pair.raw_other':
    '{{count}} JPEGs were left out: the raw files of the same shots are used. Settings can say otherwise.',
  'intake.raw.one': '“{{name}}” is a camera raw file, which Burnish cannot open. Export it as JPEG or TIFF.',
  'intake.raw.many_one':
    'One {{kind}} file in “{{folder}}” is a camera raw file, which Burnish cannot open. Export it as JPEG or TIFF.',
  'intake.raw.many_other':
    '{{count}} {{kind}} files in “{{folder}}” are camera raw files, which Burnish cannot open. Export them as JPEG or TIFF.',

  'intake.others.left_one': 'One file is not a photograph and was left alone.',
  'intake.others.left_other': '{{count}} files are not photographs and were left alone.',

  'intake.links.out_one': 'One link leads out of “{{folder}}” and was not followed.',
  'intake.links.out_other': '{{count}} links lead out of “{{folder}}” and were not followed.',
  'intake.links.again_one':
    '“{{name}}” is a link to a photograph or folder that is included already, and was left out.',
  'intake.links.again_other':
    '{{count}} links lead to photographs or folders that are included already, and were left out.',

  'intake.watch.misread_one':
    '“{{name}}” in “{{folder}}” has a name that is not valid UTF-8. Rename it, and it will be taken in.',
  'intake.watch.misread_other':
    '{{count}} files in “{{folder}}”, “{{name}}” among them, have names that are not valid UTF-8. Rename them, and they will be taken in.',
  'intake.watch.noRecipe': 'The recipe of this folder is gone. Choose another one.',
  'intake.watch.sameFolder':
    'This folder is watched already as “{{path}}”, with the same recipe. Each photograph in it is processed once.',
  'intake.watch.behind': 'The photographs found here could not be taken in yet ({{why}}). Burnish will try again.',
  'intake.watch.tooMany':
    'The system cannot watch more folders at once. Burnish looks through “{{folder}}” every few seconds instead.',
  'intake.watch.innerNoPermission': '“{{name}}” in “{{folder}}” cannot be read: this account has no permission.',
  'intake.watch.missing': 'The folder “{{folder}}” is not there at the moment. Watching resumes as soon as it is back.',
  'intake.watch.noPermission': 'The folder “{{folder}}” cannot be read: this account has no permission.',
  'intake.watch.silent':
    'The folder “{{folder}}” does not answer: its disk or network share is away. Watching resumes as soon as it is back.',
  'intake.watch.notFolder': '“{{folder}}” is not a folder any more. Choose another one.',

  'intake.with.noRecipe_one': 'One photograph was left as it is: its recipe “{{recipe}}” is gone. Choose another one.',
  'intake.with.noRecipe_other':
    '{{count}} photographs were left as they are: their recipe “{{recipe}}” is gone. Choose another one.',
  'intake.batch.samples': 'Sample photographs',
  'intake.batch.compared': '{{one}} and {{other}} compared',
  'intake.batch.watched': '{{folder}}',
  'intake.batch.items_one': 'One photograph',
  'intake.batch.items_other': '{{count}} photographs',
  'intake.batch.itemsFrom_one': 'One photograph from {{folder}}',
  'intake.batch.itemsFrom_other': '{{count}} photographs from {{folder}}',
  'intake.batch.andMore_one': '{{name}} and one more',
  'intake.batch.andMore_other': '{{name}} and {{count}} more',
} as const;
