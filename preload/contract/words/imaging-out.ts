/** What is said of finished files of special kinds: layered, composed, checked against a marketplace's rules. */
export const imagingOut = {
  'imaging.psd.tooLarge':
    '“{{name}}” has {{size}} px, but a Photoshop file takes at most 30000 px on each side. Choose TIFF in the recipe, or a smaller size.',
  'imaging.psd.tooManyBytes':
    '“{{name}}” would be larger than 2 GB with its layers, which is more than a Photoshop file can be. Choose TIFF in the recipe, or a smaller size.',
  'imaging.compose.nothing': 'Nothing is left of “{{name}}”: the cutout is empty.',
  'imaging.compose.enlarged': 'Subject enlarged to {{percent}} %.',
  'imaging.compose.smaller':
    'The subject fills {{fills}} % of the canvas rather than {{asked}} %: the photograph has no more pixels of it.',
} as const;
