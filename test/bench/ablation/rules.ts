/** Rules after the networks, with edits of their source that switch them off. A test checks that the edits apply. */

/** A text of a source file of the engine, and its replacement when the rule is off. */
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
  /** Part of the refinement, which takes four fifths of the time and is skipped for other rules. */
  readonly refines?: true;
  /** Files that only this rule needs. */
  readonly files?: readonly string[];
}

const matting = (file: string, from: string, to = ''): Edit => ({ file: `vision/matting/${file}.ts`, from, to });
const person = (file: string, from: string, to = ''): Edit => ({ file: `vision/person/${file}.ts`, from, to });
const clothes = (file: string, from: string, to = ''): Edit => ({ file: `vision/clothes/${file}.ts`, from, to });
const skin = (file: string, from: string, to = ''): Edit => ({ file: `effects/skin/${file}.ts`, from, to });
const seenSkin = (file: string, from: string, to = ''): Edit => ({ file: `vision/skin/${file}.ts`, from, to });
const lips = (file: string, from: string, to = ''): Edit => ({ file: `effects/lips/${file}.ts`, from, to });
const brows = (file: string, from: string, to = ''): Edit => ({ file: `effects/brows/${file}.ts`, from, to });
const warp = (file: string, from: string, to = ''): Edit => ({ file: `effects/warp/${file}.ts`, from, to });

const things: readonly Rule[] = [
  {
    name: 'fusion network',
    of: ['universal'],
    edits: [
      matting('subject', 'await fuse(photo, passes, width, height)', 'blendPasses(passes, photo, width, height)'),
    ],
    files: ['fusion', 'evidence', 'row-colors', 'smooth-colors'].map((file) => `vision/matting/fusion/${file}.ts`),
  },
  {
    name: 'settling',
    of: ['universal'],
    edits: [matting('fusion/fusion', '  settle(alpha, input[3]!, input[4]!);\n')],
  },
  {
    name: 'specks of things',
    of: ['universal'],
    edits: [matting('subject', 'cleanMatte(matte, matte, tinySpeck)', 'matte')],
  },
  {
    name: 'nearer look',
    of: ['universal'],
    edits: [matting('object-matte', 'boundsOf(withFaintEnds(far), 0.5)', 'null as ReturnType<typeof boundsOf>')],
  },
  {
    name: 'faint ends',
    of: ['universal'],
    edits: [matting('object-matte', 'boundsOf(withFaintEnds(far), 0.5)', 'boundsOf(far, 0.5)')],
  },
  {
    name: 'a look of another kind',
    of: ['universal'],
    edits: [matting('fusion/fusion', 'extent(closer, far) > minExtent ? closer : far', 'closer')],
  },
  {
    name: 'people in things',
    of: ['universal'],
    edits: [matting('subject', 'if (!faces.some(', 'if (faces.length >= 0 || !faces.some(')],
  },
  {
    name: 'attached things',
    of: ['universal', 'portrait'],
    edits: [matting('attached-objects', 'for (const proposal of proposals)', 'for (const proposal of [] as Plane[])')],
    files: ['vision/matting/attached-objects.ts'],
  },
  {
    name: 'colour evidence',
    refines: true,
    of: ['universal', 'portrait'],
    edits: [
      matting(
        'refine-matte',
        'weighColors(colors, prior, nearness, reach)',
        '{ alpha: prior, precision: createPlane(prior.width, prior.height) }',
      ),
    ],
    files: ['vision/matting/color-evidence.ts', 'vision/matting/color-moments.ts'],
  },
  {
    name: 'matting Laplacian',
    refines: true,
    of: ['universal', 'portrait'],
    edits: [
      matting('refine-matte', 'solveMatte(colors, guideRadius, guideEpsilon, alpha, trust, iterations)', 'alpha'),
    ],
    files: ['vision/matting/laplacian.ts'],
  },
  {
    name: 'back-projection',
    refines: true,
    of: ['universal'],
    edits: [matting('refine-matte', 'if (edge.isTrustedIfCrisp) restoreMeans(matte, coarser);')],
    files: ['vision/matting/back-projection.ts'],
  },
  {
    name: 'refinement',
    refines: true,
    of: ['universal', 'portrait'],
    edits: [
      matting(
        'refine-matte',
        'await refineLevel(await reducePhoto(photo, width, height), coarser, edge.reach, signal)',
        'enlarge(coarser, width, height)',
      ),
      matting('refine-matte', 'if (edge.isTrustedIfCrisp) restoreMeans(matte, coarser);'),
    ],
    files: ['back-projection', 'color-evidence', 'color-moments', 'laplacian', 'refine-matte'].map(
      (file) => `vision/matting/${file}.ts`,
    ),
  },
  {
    name: 'haze',
    refines: true,
    of: ['universal', 'portrait'],
    edits: [matting('refine-matte', '  clearHaze(matte, edge);\n')],
  },
];

const people: readonly Rule[] = [
  {
    name: 'neighbours agree',
    of: ['portrait', 'universal'],
    edits: [matting('consensus', 'const rounds = 5', 'const rounds = 0')],
  },
  {
    name: 'specks of people',
    of: ['portrait'],
    edits: [
      matting(
        'people-matte',
        'cleanMatte(maxPlane(matte, held), maxPlane(probability, held))',
        'maxPlane(matte, held)',
      ),
    ],
  },
  {
    name: 'foreign areas',
    of: ['portrait'],
    edits: [
      matting('people-matte', 'removeForeignAreas(voted, { objects: salience && objects, far, hair }, small)', 'voted'),
    ],
    files: ['vision/matting/foreign-areas.ts'],
  },
  {
    name: 'base where it is nearer',
    of: ['portrait'],
    edits: [matting('people-matte', 'preferFine(base, fine, [objects, probability])', 'fine')],
  },
  {
    name: 'finer look',
    of: ['portrait'],
    edits: [matting('people-matte', 'preferFine(base, fine, [objects, probability])', 'base')],
  },
  {
    name: 'agreement',
    of: ['portrait'],
    edits: [matting('people-matte', 'mergeMattes(detail, [objects, probability], small, { decided, hair })', 'detail')],
  },
  {
    name: 'filled by the others',
    of: ['portrait'],
    edits: [
      matting(
        'merge-mattes',
        'smoothstep(calmOthers[i]!, 0.93, 0.99) * smoothstep(likelihood[i]!, likeBackground, 0)',
        'value',
      ),
    ],
  },
  {
    name: 'holes',
    of: ['portrait'],
    edits: [matting('merge-mattes', '  if (limits) {', '  if (limits && limits.length < 0) {')],
  },
  {
    name: 'pieces of the segmentation',
    of: ['portrait'],
    edits: [matting('person-probability', 'overview.frame.side > small ?', 'overview.frame.side < 0 ?')],
  },
];

const heads: readonly Rule[] = [
  {
    name: 'bald crown',
    of: ['head'],
    edits: [person('head-parts', 'bald.data[i]!', '0')],
    files: ['vision/person/bald-crown.ts'],
  },
  {
    name: 'cover of the head',
    of: ['head'],
    edits: [
      person('head-parts', 'headCover(view, covered)', 'createPlane(width, height)'),
      person('head-parts', 'multiply(amid(cloth), coverEnds(view))', 'createPlane(width, height)'),
    ],
    files: ['vision/person/head-cover.ts', 'vision/person/grow-layers.ts'],
  },
  {
    name: 'hat',
    of: ['head'],
    edits: [person('head-parts', 'covering(face, classes, place)', '0')],
    files: ['vision/person/hat.ts', 'vision/person/head-cover.ts', 'vision/person/grow-layers.ts'],
  },
  { name: 'beard', of: ['hair'], edits: [person('head-parts', ' * (1 - beard);', ';')] },
  {
    name: 'drawn edges',
    of: ['head', 'hair'],
    edits: [person('head-cutout', '  blendTowards(inside, cropPlane(share, near.box), cropPlane(drawn, near.box));\n')],
  },
  {
    name: 'islands',
    of: ['head', 'hair'],
    edits: [
      person(
        'head-cutout',
        '(size, area) => values[area] === 1 && size >= Math.max(largestIslandSize, faceArea) * speck',
        '(_, area) => values[area] === 1',
      ),
    ],
  },
];

const garments: readonly Rule[] = [
  {
    name: 'specks of cloth',
    of: ['clothes'],
    edits: [clothes('resolve-cloth', '  absorbSpecks(labels, ', '  if (width < 0) absorbSpecks(labels, ')],
  },
  {
    name: 'cloth of nobody',
    of: ['clothes'],
    edits: [clothes('cut-clothes', 'if (areKnown) dropUnwornCloth', 'if (false as boolean) dropUnwornCloth')],
  },
  {
    name: 'owners by patch',
    of: ['clothes'],
    edits: [clothes('cut-clothes', 'ownersByPatch(owner, patches)', 'owner')],
  },
  {
    name: 'garments by patch',
    of: ['clothes'],
    edits: [clothes('cut-clothes', '  garmentsByPatch(garments, patches, layer);\n')],
  },
  {
    name: 'scraps of cloth',
    of: ['clothes'],
    edits: [clothes('cut-clothes', '  mergeSmallPieces(garments, scene);\n')],
  },
  {
    name: 'sleeves at the waist',
    of: ['clothes'],
    edits: [clothes('clothing-plan', 'belowBorder > 0 && isSleeve(figure, spot) ? 0 : ')],
  },
  {
    name: 'break without a waist',
    of: ['clothes'],
    edits: [clothes('clothing-plan', "kind === 'pants' || line.seen", "kind === 'pants'")],
  },
];

const skins: readonly Rule[] = [
  {
    name: 'hair taken for skin',
    of: ['skin'],
    edits: [
      seenSkin(
        'skin-region',
        'const hair = findHairAreas(toOpenings, lab.L, faceSize);',
        'const hair = { ...place, data: new Float32Array(place.width * place.height) };',
      ),
    ],
  },
  {
    name: 'dark beside skin',
    of: ['skin'],
    edits: [
      seenSkin(
        'skin-region',
        'findDarkSurroundings(allSkin, lab.L, faceSize)',
        '{ ...place, data: new Float32Array(place.width * place.height) }',
      ),
    ],
  },
  {
    name: 'edges of skin follow colours',
    of: ['skin'],
    edits: [
      seenSkin(
        'skin-region',
        'followColors(likelihood, rgb, Math.max(2, Math.round(faceSize * edgeRadius)))',
        'likelihood',
      ),
    ],
  },
  {
    name: 'moles stay',
    of: ['skin'],
    edits: [seenSkin('spots', '.filter(({ x, y }) => !isMole(lab, ring, x, y, radius, limits.darkest))')],
  },
  {
    name: 'shade around spots',
    of: ['skin'],
    edits: [seenSkin('spots', 'if (standardDeviation(darker) > maxShadeDeviation) return 0;')],
  },
  { name: 'lines of the nose', of: ['beauty'], edits: [skin('lines', ' * (1 - nose.data[i]!)')] },
  { name: 'lines only where lines are', of: ['beauty'], edits: [skin('lines', ' * lines.data[i]!')] },
];

const mouths: readonly Rule[] = [
  {
    name: 'colours inside the mouth',
    of: ['lips'],
    edits: [lips('lip-mask', 'learnInside(mouth, lips)', '{ inside: [] as ColorClass, alsoLips: [] as ColorClass }')],
  },
  {
    name: 'colours of lips and skin',
    of: ['lips'],
    edits: [
      lips('lip-mask', 'const pixelWeight = 2.2', 'const pixelWeight = 0'),
      lips('lip-mask', 'const regionWeight = 3.2', 'const regionWeight = 0'),
    ],
  },
  {
    name: 'surroundings of lips',
    of: ['lips'],
    edits: [lips('lip-mask', 'const regionWeight = 3.2', 'const regionWeight = 0')],
  },
];

const browRules: readonly Rule[] = [
  {
    name: 'whole brow',
    of: ['brows'],
    edits: [
      brows(
        'transplant/transplant-brows',
        'return completeBrow(extractBrow(before, after, face, masks, side), face, masks, side);',
        'const hairs = extractBrow(before, after, face, masks, side); return { ...hairs, seen: hairs.middle ? 1 : 0 };',
      ),
    ],
    files: ['complete-brow', 'arc', 'brow-course', 'brow-ends', 'brow-chart', 'brow-shape'].map(
      (file) => `effects/brows/matte/${file}.ts`,
    ),
  },
  {
    name: 'shape of a brow',
    of: ['brows'],
    edits: [
      brows(
        'matte/complete-brow',
        'measureShape(chart.cover, course)',
        '{ middle: course.rows, reach: course.rows.map(() => Math.max(course.above, course.below)) }',
      ),
    ],
    files: ['effects/brows/matte/brow-shape.ts'],
  },
  {
    name: 'hidden brows',
    of: ['brows'],
    edits: [
      brows('matte/complete-brow', 'const hidden = valueAt(course.hidden, column);', 'const hidden = 0 as number;'),
    ],
  },
  {
    name: 'white hairs',
    of: ['brows'],
    edits: [
      brows(
        'matte/brow-hairs',
        'withWhiteHairs(shares, cover, core, Math.max(1, Math.round(cover.width * strandWidth)))',
        '{ cover, pale: createPlane(cover.width, cover.height) }',
      ),
    ],
    files: ['effects/brows/matte/white-hairs.ts'],
  },
  {
    name: 'the better brow',
    of: ['brows'],
    edits: [brows('transplant/transplant-brows', 'chooseModel(side, models, model)', 'side')],
  },
  {
    name: 'own darkness of brows',
    of: ['brows'],
    edits: [brows('transplant/hair-light', 'const ownDarkness = 0.7', 'const ownDarkness = 0')],
  },
  {
    name: 'brows not lighter than their own',
    of: ['brows'],
    edits: [brows('transplant/hair-light', 'mixed + trust * (Math.min(mixed, ownShare) - mixed)', 'mixed')],
  },
  {
    name: 'black point of brows',
    of: ['brows'],
    edits: [brows('transplant/hair-light', 'if (seen.length === 0) return', 'if (seen.length >= 0) return')],
  },
  {
    name: 'grain on brows',
    of: ['brows'],
    edits: [brows('transplant/transplant-brows', 'const noiseShare = 0.6', 'const noiseShare = 0')],
  },
  {
    name: 'height of the own brow',
    of: ['brows'],
    edits: [brows('transplant/placement', 'if (!middle) return { x, y };', 'if (x > 0) return { x, y };')],
  },
  {
    name: 'strands over brows',
    of: ['brows', 'shaved'],
    edits: [
      brows(
        'erase/erase-brows',
        'findStrands(region.lab.L, around, brows, head, upOf(face), region.faceSize)',
        '{ width, height, data: new Float32Array(width * height) }',
      ),
    ],
    files: ['effects/brows/erase/strands.ts'],
  },
  {
    name: 'hair beyond the brow',
    of: ['brows', 'shaved'],
    edits: [
      brows(
        'erase/brow-mask',
        'Math.max(mask.data[i]!, margin.data[i]!, hair)',
        'Math.max(mask.data[i]!, margin.data[i]!)',
      ),
    ],
  },
  {
    name: 'hair area',
    of: ['brows', 'shaved'],
    edits: [
      brows(
        'erase/erase-brows',
        'findHairArea(region, zone, core, bare, strands, head)',
        '{ ...zone, data: zone.data.slice() }',
      ),
    ],
    files: ['effects/brows/erase/hair-area.ts'],
  },
  {
    name: 'looks at brows',
    of: ['brows', 'shaved'],
    edits: [brows('erase/hair-area', 'const passes = 3', 'const passes = 1')],
  },
  {
    name: 'fading into hair',
    of: ['shaved'],
    edits: [brows('erase/erase-brows', 'if (!shouldReachHair) {', 'if (strength < 0 && !shouldReachHair) {')],
  },
  {
    name: 'texture where brows were',
    of: ['shaved', 'brows'],
    edits: [
      brows('erase/erase-brows', 'learnTexture(photo, view, inView(hair), inView(bare))', 'null as Texture | null'),
    ],
    files: ['effects/brows/erase/skin-texture.ts'],
  },
  {
    name: 'roughness of the texture',
    of: ['shaved'],
    edits: [
      brows(
        'erase/skin-texture',
        'const mismatch = Math.abs(Math.log((rough + 0.1) / (wanted + 0.1)));',
        'const mismatch = 0;',
      ),
      brows('erase/skin-texture', 'const gain = wanted === 0 ? 1 :', 'const gain = wanted >= 0 ? 1 :'),
    ],
  },
  {
    name: 'bleeding of hair',
    of: ['shaved', 'brows'],
    edits: [brows('erase/erase-brows', '      tint(photo.rgb, offset, a![x]!, b![x]!, bled[x]! * strength);\n')],
  },
];

const warps: readonly Rule[] = [
  { name: 'stiffness', of: ['slimmed'], edits: [warp('stiffness', 'const ear = 40;', 'const ear = 1;')] },
];

/** Edits that skip the refinement. */
export const unrefined: readonly Edit[] = things.find(({ name }) => name === 'refinement')!.edits;

export const rules: readonly Rule[] = [
  ...things,
  ...people,
  ...heads,
  ...garments,
  ...skins,
  ...mouths,
  ...browRules,
  ...warps,
];
