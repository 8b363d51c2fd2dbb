/** What is wrong with a recipe or a profile, for whoever typed it. */
export const contract = {
  'contract.recipe.name': 'Give the recipe a name.',
  'contract.recipe.template': 'Give the results a name.',
  'contract.recipe.sameName':
    'Two outputs would give their files the same name. Change the name of one, or its folder.',
  'contract.output.tooManyPixels':
    'A picture of this size would have more pixels than Burnish itself can open. At most {{most}} megapixels, width times height.',
  'contract.output.tooLongSide': 'A {{format}} file has at most {{most}} px on each side.',
  'contract.preset.name': 'Give the preset a name.',
  'contract.preset.picture': 'A preset has a plain background.',
  'contract.recipe.psdFirst': 'A Photoshop file can only be a further output: the first one is what you see in review.',
  'contract.recipe.noStep': 'Add a step.',
  'contract.recipe.lastStep': '“{{operation}}” can only be the last step.',
  'contract.recipe.reference': 'Choose the reference photograph.',
  'contract.only.impossible': 'No photograph can be all of that. Take one of the conditions back.',
  'contract.only.noFace': 'No face was found.',
  'contract.only.faces_one': 'One face was found.',
  'contract.only.faces_other': '{{count}} faces were found.',
  'contract.only.person': 'A person was found.',
  'contract.only.noPerson': 'No person was found.',
  'contract.only.quality': 'The quality of its face is {{rating}} of 100, and the recipe asks for {{least}}.',
  'contract.only.sharpness': 'The sharpness of its face is {{rating}} of 100, and the recipe asks for {{least}}.',
  'contract.profile.name': 'Give the service a name.',
  'contract.profile.address': 'The address must begin with https:// or http://.',
  'contract.profile.addressLength': 'This address is too long.',
  'contract.profile.header': 'This is not a valid header name.',
  'contract.profile.path':
    'A path begins with /, such as /tasks/result, and has no “..”, no “?” and no address before it.',
  'contract.profile.field': 'This is not a valid name: letters, digits and _ only, and no digit first.',
  'contract.profile.queryField': 'This is not a valid name: letters, digits, _, . and - only, and a letter or _ first.',
  'contract.profile.queryOperation':
    'An operation has this path, and a POST to it may cost credits. Choose another path, or GET.',
  'contract.costs.credits': 'Enter how many credits: 0 or more.',
  'contract.profile.poll': 'A task can be asked about every 1 to 60 seconds.',
  'contract.profile.pollRemote':
    'A service on another computer can be queried for a task every 5 seconds at most: choose 5 to 60.',
  'contract.touch.tooManyPoints': 'This picture has as many brush strokes as it can hold. Undo some to go on.',
  'contract.issue.least': 'It must be {{least}} or more.',
  'contract.issue.most': 'It must be {{most}} or less.',
  'contract.issue.longest': 'It is too long: {{most}} characters are the most.',
  'contract.issue.oneOf': 'It must be one of {{values}}.',
  'contract.issue.unusable': 'This value cannot be used.',

  'contract.share.name': 'A share’s name has 1 to 40 letters, digits, spaces, “-” and “_”.',
  'contract.share.folder': 'A share’s folder is named by its whole path.',
  'contract.share.twice': 'Two shares have the same name.',

  'contract.document.tooMuchWork':
    '“{{name}}” could not be read: reading it took too much memory or time, and was stopped.',
} as const;
