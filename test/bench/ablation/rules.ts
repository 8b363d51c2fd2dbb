/** Rules after the networks, with edits of their source that switch them off. A test checks that the edits apply. */

/** Replaces a text in a source file of the engine, which has a unique base name. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Cases for a rule: operations with a known alpha, or portraits to compare. */
export type Known = 'universal' | 'commodity' | 'portrait';
export type Seen = 'head' | 'hair' | 'clothes' | 'skin' | 'beauty' | 'lips' | 'brows' | 'shaved' | 'slimmed';

export interface Rule {
  readonly name: string;
  readonly of: readonly (Known | Seen)[];
  readonly edits: readonly Edit[];
}

const rule = (name: string, of: Rule['of'], ...edits: [file: string, from: string, to?: string][]): Rule => ({
  name,
  of,
  edits: edits.map(([file, from, to = '']) => ({ file, from, to })),
});

export const rules: readonly Rule[] = [
  rule(
    'fusion network',
    ['universal'],
    ['subject', 'await fuse(photo, passes, width, height)', 'blendPasses(passes, photo, width, height)'],
  ),
  rule('settling', ['universal'], ['fusion', '  settle(alpha, input[3]!, input[4]!);\n']),
  rule('specks of things', ['universal'], ['subject', 'cleanMatte(matte, matte, tinySpeck)', 'matte']),
  rule(
    'nearer look',
    ['universal'],
    ['object-matte', 'boundsOf(withFaintEnds(far), 0.5)', 'null as ReturnType<typeof boundsOf>'],
  ),
  rule('faint ends', ['universal'], ['object-matte', 'boundsOf(withFaintEnds(far), 0.5)', 'boundsOf(far, 0.5)']),
  rule('a look of another kind', ['universal'], ['fusion', 'extent(closer, far) > minExtent ? closer : far', 'closer']),
  rule('people in things', ['universal'], ['subject', 'if (!faces.some(', 'if (faces.length >= 0 || !faces.some(']),
  rule(
    'attached things',
    ['universal', 'portrait'],
    ['attached-objects', 'for (const proposal of proposals)', 'for (const proposal of [] as Plane[])'],
  ),
  rule(
    'colour evidence',
    ['universal', 'portrait'],
    [
      'refine-matte',
      'weighColors(colors, prior, nearness, reach)',
      '{ alpha: prior, precision: createPlane(prior.width, prior.height) }',
    ],
  ),
  rule(
    'matting Laplacian',
    ['universal', 'portrait'],
    ['refine-matte', 'solveMatte(colors, guideRadius, guideEpsilon, alpha, trust, iterations)', 'alpha'],
  ),
  rule('back-projection', ['universal'], ['refine-matte', 'if (edge.isTrustedIfCrisp) restoreMeans(matte, coarser);']),
  rule(
    'refinement',
    ['universal', 'portrait'],
    [
      'refine-matte',
      'await refineLevel(await reducePhoto(photo, width, height), coarser, edge.reach, signal)',
      'enlarge(coarser, width, height)',
    ],
    ['refine-matte', 'if (edge.isTrustedIfCrisp) restoreMeans(matte, coarser);'],
  ),
  rule('haze', ['universal', 'portrait'], ['refine-matte', '  clearHaze(matte, edge);\n']),
  rule('neighbours agree', ['portrait', 'universal'], ['consensus', 'const rounds = 5', 'const rounds = 0']),
  rule(
    'specks of people',
    ['portrait'],
    ['people-matte', 'cleanMatte(maxPlane(matte, held), maxPlane(probability, held))', 'maxPlane(matte, held)'],
  ),
  rule(
    'foreign areas',
    ['portrait'],
    ['people-matte', 'removeForeignAreas(voted, { objects: salience, far, hair }, small)', 'voted'],
  ),
  rule(
    'base where it is nearer',
    ['portrait'],
    ['people-matte', 'preferFine(base, fine, [objects, probability])', 'fine'],
  ),
  rule('finer look', ['portrait'], ['people-matte', 'preferFine(base, fine, [objects, probability])', 'base']),
  rule(
    'agreement',
    ['portrait'],
    ['people-matte', 'mergeMattes(detail, [objects, probability], small, { decided, hair })', 'detail'],
  ),
  rule(
    'filled by the others',
    ['portrait'],
    ['merge-mattes', 'smoothstep(calmOthers[i]!, 0.93, 0.99) * smoothstep(likelihood[i]!, minHoleRatio, 0)', 'value'],
  ),
  rule('holes', ['portrait'], ['merge-mattes', '  if (limits) {', '  if (limits && limits.length < 0) {']),
  rule(
    'pieces of the segmentation',
    ['portrait'],
    ['person-probability', 'overview.frame.side > minPiecesSide ?', 'overview.frame.side < 0 ?'],
  ),
  rule('bald crown', ['head'], ['head-parts', 'bald.data[i]!', '0']),
  rule(
    'cover of the head',
    ['head'],
    ['head-parts', 'headCover(view, covered)', 'createPlane(width, height)'],
    ['head-parts', 'multiply(amid(cloth), coverEnds(view))', 'createPlane(width, height)'],
  ),
  rule('hat', ['head'], ['head-parts', 'covering(face, classes, place)', '0']),
  rule('beard', ['hair'], ['head-parts', ' * (1 - beard);', ';']),
  rule(
    'drawn edges',
    ['head', 'hair'],
    ['head-cutout', '  blendTowards(inside, cropPlane(share, near.box), cropPlane(drawn, near.box));\n'],
  ),
  rule(
    'islands',
    ['head', 'hair'],
    [
      'head-cutout',
      '(size, area) => values[area] === 1 && size >= Math.max(largestIslandSize, faceArea) * speck',
      '(_, area) => values[area] === 1',
    ],
  ),
  rule(
    'specks of cloth',
    ['clothes'],
    ['resolve-cloth', '  absorbSpecks(labels, ', '  if (width < 0) absorbSpecks(labels, '],
  ),
  rule(
    'cloth of nobody',
    ['clothes'],
    ['cut-clothes', 'if (areKnown) dropUnwornCloth', 'if (false as boolean) dropUnwornCloth'],
  ),
  rule('owners by patch', ['clothes'], ['cut-clothes', 'ownersByPatch(owner, patches)', 'owner']),
  rule('garments by patch', ['clothes'], ['cut-clothes', '  garmentsByPatch(garments, patches, layer);\n']),
  rule('scraps of cloth', ['clothes'], ['cut-clothes', '  mergeSmallPieces(garments, scene);\n']),
  rule('sleeves at the waist', ['clothes'], ['clothing-plan', 'belowBorder > 0 && isSleeve(figure, spot) ? 0 : ']),
  rule('break without a waist', ['clothes'], ['clothing-plan', "kind === 'pants' || line.seen", "kind === 'pants'"]),
  rule(
    'hair taken for skin',
    ['skin'],
    [
      'skin-region',
      'const hair = findHairAreas(toOpenings, lab.L, faceSize);',
      'const hair = { ...place, data: new Float32Array(place.width * place.height) };',
    ],
  ),
  rule(
    'dark beside skin',
    ['skin'],
    [
      'skin-region',
      'findDarkSurroundings(allSkin, lab.L, faceSize)',
      '{ ...place, data: new Float32Array(place.width * place.height) }',
    ],
  ),
  rule(
    'edges of skin follow colours',
    ['skin'],
    ['skin-region', 'followColors(likelihood, rgb, Math.max(2, Math.round(faceSize * edgeRadius)))', 'likelihood'],
  ),
  rule('moles stay', ['skin'], ['spots', '.filter(({ x, y }) => !isMole(lab, ring, x, y, radius, limits.darkest))']),
  rule('shade around spots', ['skin'], ['spots', 'if (standardDeviation(darker) > maxShadeDeviation) return 0;']),
  rule('lines of the nose', ['beauty'], ['lines', ' * (1 - nose.data[i]!)']),
  rule('lines only where lines are', ['beauty'], ['lines', ' * lines.data[i]!']),
  rule(
    'colours inside the mouth',
    ['lips'],
    ['lip-mask', 'learnInside(mouth, lips)', '{ inside: [] as ColorClass, alsoLips: [] as ColorClass }'],
  ),
  rule(
    'colours of lips and skin',
    ['lips'],
    ['lip-mask', 'const pixelWeight = 2.2', 'const pixelWeight = 0'],
    ['lip-mask', 'const regionWeight = 3.2', 'const regionWeight = 0'],
  ),
  rule('surroundings of lips', ['lips'], ['lip-mask', 'const regionWeight = 3.2', 'const regionWeight = 0']),
  rule(
    'whole brow',
    ['brows'],
    [
      'transplant-brows',
      'return completeBrow(extractBrow(before, after, face, masks, side), face, masks, side);',
      'const hairs = extractBrow(before, after, face, masks, side); return { ...hairs, seen: hairs.middle ? 1 : 0 };',
    ],
  ),
  rule(
    'shape of a brow',
    ['brows'],
    [
      'complete-brow',
      'measureShape(chart.cover, course)',
      '{ middle: course.rows, reach: course.rows.map(() => Math.max(course.above, course.below)) }',
    ],
  ),
  rule(
    'hidden brows',
    ['brows'],
    ['complete-brow', 'const hidden = valueAt(course.hidden, column);', 'const hidden = 0 as number;'],
  ),
  rule(
    'white hairs',
    ['brows'],
    [
      'brow-hairs',
      'withWhiteHairs(shares, cover, core, Math.max(1, Math.round(cover.width * strandWidth)))',
      '{ cover, pale: createPlane(cover.width, cover.height) }',
    ],
  ),
  rule('the better brow', ['brows'], ['transplant-brows', 'chooseModel(side, models, model)', 'side']),
  rule('own darkness of brows', ['brows'], ['hair-light', 'const ownDarkness = 0.7', 'const ownDarkness = 0']),
  rule(
    'brows not lighter than their own',
    ['brows'],
    ['hair-light', 'mixed + trust * (Math.min(mixed, ownShare) - mixed)', 'mixed'],
  ),
  rule(
    'black point of brows',
    ['brows'],
    ['hair-light', 'if (seen.length === 0) return', 'if (seen.length >= 0) return'],
  ),
  rule('grain on brows', ['brows'], ['transplant-brows', 'const noiseShare = 0.6', 'const noiseShare = 0']),
  rule(
    'height of the own brow',
    ['brows'],
    ['placement', 'if (!middle) return { x, y };', 'if (x > 0) return { x, y };'],
  ),
  rule(
    'strands over brows',
    ['brows', 'shaved'],
    [
      'erase-brows',
      'findStrands(region.lab.L, around, brows, head, upOf(face), region.faceSize)',
      '{ width, height, data: new Float32Array(width * height) }',
    ],
  ),
  rule(
    'hair beyond the brow',
    ['brows', 'shaved'],
    ['brow-mask', 'Math.max(mask.data[i]!, margin.data[i]!, hair)', 'Math.max(mask.data[i]!, margin.data[i]!)'],
  ),
  rule(
    'hair area',
    ['brows', 'shaved'],
    ['erase-brows', 'findHairArea(region, zone, core, bare, strands, head)', '{ ...zone, data: zone.data.slice() }'],
  ),
  rule('looks at brows', ['brows', 'shaved'], ['hair-area', 'const passes = 3', 'const passes = 1']),
  rule(
    'fading into hair',
    ['shaved'],
    ['erase-brows', 'if (!shouldReachHair) {', 'if (strength < 0 && !shouldReachHair) {'],
  ),
  rule(
    'texture where brows were',
    ['shaved', 'brows'],
    ['erase-brows', 'learnTexture(photo, view, inView(hair), inView(bare))', 'null as Texture | null'],
  ),
  rule(
    'roughness of the texture',
    ['shaved'],
    ['skin-texture', 'const mismatch = Math.abs(Math.log((rough + 0.1) / (wanted + 0.1)));', 'const mismatch = 0;'],
    ['skin-texture', 'const gain = wanted === 0 ? 1 :', 'const gain = wanted >= 0 ? 1 :'],
  ),
  rule(
    'bleeding of hair',
    ['shaved', 'brows'],
    ['erase-brows', '      tint(photo.rgb, offset, a![x]!, b![x]!, bled[x]! * strength);\n'],
  ),
  rule('stiffness', ['slimmed'], ['stiffness', 'const ear = 40;', 'const ear = 1;']),
];

/** Rules of the refinement, which takes four fifths of the time and is skipped for the others. */
export const refiningRules = ['colour evidence', 'matting Laplacian', 'back-projection', 'refinement', 'haze'];

/** Edits that skip the refinement. */
export const unrefined: readonly Edit[] = rules.find(({ name }) => name === 'refinement')!.edits;
