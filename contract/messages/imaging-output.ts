/** What is said of finished files of special kinds: layered, composed, checked against a marketplace's rules. */
export const imagingOutput = {
  'imaging.psd.tooLarge':
    '“{{name}}” has {{size}} px, but a Photoshop file takes at most 30,000 px on each side. Choose TIFF in the recipe, or a smaller size.',
  'imaging.psd.tooManyBytes':
    '“{{name}}” would be larger than 2 GB with its layers, which is more than a Photoshop file can be. Choose TIFF in the recipe, or a smaller size.',
  'imaging.compose.nothing': 'Nothing is left of “{{name}}”: the cutout is empty.',
  'imaging.compose.noBackground':
    'The background picture “{{path}}” cannot be used. {{why}} Put it back, or choose another one in the recipe.',
  'imaging.compose.enlarged': 'Subject enlarged to {{percent}} %.',
  'imaging.compose.smaller':
    'The subject fills {{fills}} % of the canvas rather than {{asked}} %: the photograph has no more pixels of it.',
  'imaging.check.later': 'This can be told of the finished file only.',
  'imaging.check.longest': 'The longest side is {{px}} px.',
  'imaging.check.longestBelow': 'The longest side is {{px}} px; {{least}} px or more are asked for.',
  'imaging.check.longestAbove': 'The longest side is {{px}} px; at most {{most}} px are taken.',
  'imaging.check.shortest': 'The shortest side is {{px}} px.',
  'imaging.check.shortestBelow': 'The shortest side is {{px}} px; {{least}} px or more are asked for.',
  'imaging.check.size': 'The size is {{size}} px.',
  'imaging.check.otherSize': 'The size is {{size}} px; {{wanted}} px are asked for.',
  'imaging.check.megapixels': 'It has {{megapixels}} megapixels.',
  'imaging.check.megapixelsAbove': 'It has {{megapixels}} megapixels; at most {{most}} are taken.',
  'imaging.check.bytes': 'The file has {{size}}.',
  'imaging.check.bytesAbove': 'The file has {{size}}; at most {{most}} are taken.',
  'imaging.check.format': 'It is a {{format}} file.',
  'imaging.check.otherFormat': 'It is a {{format}} file; taken are {{formats}}.',
  'imaging.check.extension': 'The name ends in “.{{extension}}”, as it should.',
  'imaging.check.otherExtension': 'It is a {{format}} file, but its name ends in “.{{extension}}”.',
  'imaging.check.white': 'The background is exactly white.',
  'imaging.check.tintedBorder':
    'The background is not white: {{percent}} % of the border are not exactly 255, 255, 255.',
  'imaging.check.stray_one':
    '{{count}} pixel of the background is not exactly white (as low as {{worst}}), away from the subject.',
  'imaging.check.stray_other':
    '{{count}} pixels of the background are not exactly white (as low as {{worst}}), away from the subject.',
  'imaging.check.border': 'Nothing reaches the border.',
  'imaging.check.borderTouched': 'Something reaches the border: {{percent}} % of it are not white.',
  'imaging.check.fill': 'The subject fills {{percent}} %.',
  'imaging.check.fillBelow': 'The subject fills {{percent}} %; {{least}} % or more are asked for.',
  'imaging.check.fillAbove': 'The subject fills {{percent}} %; at most {{most}} % are asked for.',
  'imaging.check.quality': 'The JPEG quality is about {{quality}}.',
  'imaging.check.qualityBelow': 'The JPEG quality is about {{quality}}; {{least}} or more is asked for.',
  'imaging.check.noQuality': 'It is not a JPEG file, so it has no JPEG quality.',
  'imaging.check.name': 'The name is the product’s number and variant.',
  'imaging.check.otherName': 'The name should be the product’s number and variant, such as {{wanted}}.',
  'imaging.check.opaque': 'Nothing is transparent.',
  'imaging.check.transparent': 'Parts of it are transparent.',
} as const;
