/** What is said of photographs: why one cannot be opened or sent, what was done to it, what is wrong with a result. */
export const imaging = {
  'imaging.file.notAFile': '“{{name}}” is not a file.',
  'imaging.file.empty': '“{{name}}” is empty (0 bytes). Copy it again from the card or disk it came from.',
  'imaging.file.damaged': '“{{name}}” is damaged or incomplete. Copy it again from the card or disk it came from.',
  'imaging.file.tooLarge': '“{{name}}” is larger than Burnish can open ({{size}}, where {{most}} is the limit).',
  'imaging.file.tooMuchData':
    '“{{name}}” holds more data beside its picture than Burnish reads ({{most}}). Save it again without that.',
  'imaging.file.tooManyPixels':
    '“{{name}}” is larger than Burnish can open ({{size}} pixels, where 500 megapixels is the limit).',
  'imaging.file.notPhotograph': '“{{name}}” is not a photograph.',
  'imaging.file.unsupported':
    '“{{name}}” cannot be opened: Burnish does not read {{kind}}. Export it as JPEG, PNG or TIFF.',
  'imaging.file.hdr':
    '“{{name}}” is an HDR photograph ({{kind}}), whose colors Burnish cannot convert. Export it as JPEG, or without HDR.',
  'imaging.file.missing': '“{{name}}” is no longer there.',
  'imaging.file.noPermission': '“{{name}}” cannot be read: your account does not have permission.',
  'imaging.file.noAnswer': '“{{name}}” cannot be read: the disk or network folder does not answer.',
  'imaging.develop.primary': 'Main picture used, of {{count}}.',
  'imaging.develop.tooLong': '“{{name}}” could not be opened: decoding took too long and was stopped. Try again.',
  'imaging.develop.ended': '“{{name}}” could not be opened: its decoder stopped. Try again.',
  'imaging.develop.noRoom':
    '“{{name}}” could not be opened: there is no room for a working copy. Free some space on the disk that holds the data folder.',
  'imaging.develop.tooManyPixels':
    '“{{name}}” is larger than Burnish can open in this format ({{size}} pixels, where 200 megapixels is the limit). Save it as JPEG or TIFF.',
  'imaging.psd.composite': 'Composite of the Photoshop file used, with all layers as they were shown.',
  'imaging.psd.flat': 'Photoshop file opened.',
  'imaging.psd.mode':
    '“{{name}}” is a Photoshop file in {{mode}}. Convert it to RGB Color (Image > Mode) and save it again.',
  'imaging.psd.depth':
    '“{{name}}” is a Photoshop file with {{depth}} bits per channel. Convert it to 8 or 16 bits (Image > Mode) and save it again.',
  'imaging.psd.large':
    '“{{name}}” is in the Large Document Format (PSB), which Burnish does not open. Save it as PSD or TIFF.',
  'imaging.psd.noComposite':
    '“{{name}}” was saved without a composite. Save it again with Maximize Compatibility turned on.',
  'imaging.psd.coding': '“{{name}}” has a composite that is compressed in a way Burnish cannot open. Save it as TIFF.',
  'imaging.raw.embedded': 'Embedded JPEG of the raw file used ({{size}} px).',
  'imaging.raw.none': '“{{name}}” holds no picture that Burnish can use. Export it as JPEG or TIFF.',
  'imaging.raw.small':
    '“{{name}}” holds only a preview of {{picture}} px (the photograph has {{photograph}} px). Export it as JPEG or TIFF, or turn on Use the embedded preview in Settings and try again.',
  'imaging.raw.developed': 'Developed from the raw file ({{size}} px).',
  'imaging.raw.developedAlike':
    'Developed from the raw file ({{size}} px), with the brightness of the camera’s own preview.',
  'imaging.raw.undeveloped':
    '“{{name}}” could not be developed: its raw data is damaged, or of a kind that Burnish does not know. Export it as JPEG or TIFF.',
  'imaging.raw.undevelopedPreview':
    '“{{name}}” could not be developed: its raw data is damaged, or of a kind that Burnish does not know. Export it as JPEG or TIFF. Or turn on Use the embedded preview in Settings and try again: it has {{picture}} px (the photograph has {{photograph}} px).',
  'imaging.raw.memory': '“{{name}}” is too large to be developed here. Export it as JPEG or TIFF.',
  'imaging.heic.coding':
    '“{{name}}” is coded in a way that Burnish cannot open. Export it as JPEG, or as HEIC from another program.',
  'imaging.heic.memory': '“{{name}}” needs more memory than its decoder can have. Export it as JPEG or TIFF.',
  'imaging.kind.heic': 'HEIC files',
  'imaging.kind.jxl': 'JPEG XL files',
  'imaging.kind.jp2': 'JPEG 2000 files',
  'imaging.kind.raw': 'camera raw files',
  'imaging.kind.psd': 'Photoshop files',
  'imaging.kind.pdf': 'PDF files',
  'imaging.kind.svg': 'vector drawings',
  'imaging.kind.icon': 'icons',
  'imaging.kind.video': 'videos',
  'imaging.fit.format':
    '“{{name}}” is in {{format}} format, but “{{operation}}” takes only {{formats}}. Allow fitting in the recipe, or convert the photograph.',
  'imaging.fit.animated':
    '“{{name}}” holds several pictures, but “{{operation}}” takes a single one. Allow fitting in the recipe to use the first.',
  'imaging.fit.pngDepth':
    '“{{name}}” is a PNG with {{bits}} bits per pixel, which “{{operation}}” does not take. Allow fitting in the recipe, or save it with 24 bits per pixel.',
  'imaging.fit.pixels':
    '“{{name}}” has {{size}} px, but “{{operation}}” takes at most {{most}} px in this shape. Allow fitting in the recipe, or scale the photograph down.',
  'imaging.fit.bytes':
    '“{{name}}” has {{size}} MB, but “{{operation}}” takes at most {{most}} MB. Allow fitting in the recipe, or save a smaller file.',
  'imaging.fit.tooSmall':
    '“{{name}}” has {{size}} px, but “{{operation}}” needs more than {{least}} px. Choose a larger photograph.',
  'imaging.fit.tooNarrow': '“{{name}}” is too long and narrow ({{size}} px) for “{{operation}}”. Crop it first.',
  'imaging.fit.never': '“{{name}}” cannot be made small enough for “{{operation}}”.',
  'imaging.sidecar.unread':
    '“{{name}}” beside this photograph could not be read (it is damaged, or more than any program writes), so the stars, label and words in it are not known here.',
  'imaging.sidecar.unreadable':
    '“{{name}}” beside {{photograph}} cannot be read as XMP, so nothing was written that might take its place. Look at that file, or move it away, then export again.',
  'imaging.step.upright': 'Turned upright.',
  'imaging.step.firstPicture': 'First picture used, of {{frames}}.',
  'imaging.step.toSrgb': 'Converted to sRGB.',
  'imaging.step.greyToSrgb': 'Converted from grayscale to sRGB.',
  'imaging.step.profileToSrgb': 'Converted from {{profile}} to sRGB.',
  'imaging.step.depth': 'Converted from a PNG with {{bits}} bits per pixel.',
  'imaging.step.flattened': 'Transparency laid on white.',
  'imaging.step.scaled': 'Scaled from {{from}} to {{to}} px.',
  'imaging.step.converted': 'Converted from {{from}} to {{to}}.',
  'imaging.step.convertedAt': 'Converted from {{from}} to {{to}}, quality {{quality}}.',
  'imaging.step.encoded': 'Encoded again as {{format}}.',
  'imaging.step.encodedAt': 'Encoded again as {{format}}, quality {{quality}}.',
  'imaging.result.unreadable': 'The service returned an image that cannot be opened.',
  'imaging.result.otherShape': 'The service returned a picture of another shape ({{size}} px).',
  'imaging.result.tooLarge':
    'The service returned a picture of {{size}} px, far more than it was sent, so Burnish does not open it.',
  'imaging.result.tooManyPixels':
    'The file would have {{size}} px, more than Burnish itself can open (500 megapixels). Choose a smaller size.',
  'imaging.result.tooLongSide':
    'The picture has {{size}} px, but a {{format}} file takes at most {{most}} px on each side. Choose PNG or TIFF, or a smaller size.',
  'imaging.result.opaque': 'The service returned a cutout without transparency.',
  'imaging.result.noMetadata': 'The finished photograph is in a format that cannot hold its metadata.',
  'imaging.result.saysWhere':
    '“{{name}}” says where it was taken, or its camera’s own notes may, and that cannot be taken out of this format. Export it as JPEG, PNG, TIFF or WEBP, or include the location.',
  'imaging.result.longXmp': 'The file’s XMP data is too long for anything to be added to it.',
  'imaging.data.makerNotes': 'The camera maker’s notes were left out, for which the EXIF data of a JPEG has no room.',
  'imaging.data.longExif': 'The longest EXIF fields were left out, for which a JPEG has no room.',
  'imaging.data.longXmp': 'The XMP data (such as title and keywords) was left out, for which a JPEG has no room.',
  'imaging.data.noDetails':
    'The photo info was left out, which a file of this format cannot be given as it is. Export it in another format.',
  'imaging.data.unreadXmp':
    'The photograph’s XMP data could not be read (it is damaged, or more than any program writes), so what it says is not known here.',
  'imaging.data.missingXmp': 'Part of the photograph’s XMP data is damaged and was left out.',
  'imaging.touch.otherSize':
    '“{{name}}” is {{size}} px and its photograph {{photograph}} px. Only results of the photograph’s own size or shape can be touched up.',
  'imaging.touch.otherPlace':
    '“{{name}}” is {{size}} px, but its place in the photograph is {{place}} px. It may have been changed since. Restore the file as Burnish made it to touch it up.',
  'imaging.touch.notOver':
    '“{{name}}” is a mask or a part of its photograph. Only what covers the whole photograph can be laid over it.',
  'imaging.uploadGone': 'The prepared copy of the photograph is gone. Try again.',
} as const;
