/** Photographs with a red face and metadata that give its position. */
import sharp, { type Sharp } from 'sharp';

/** px of the stored photograph. */
export const storedSize = { width: 120, height: 80 } as const;
const face = { left: 78, top: 10, width: 24, height: 20 } as const;
/** The body around it; the rest is transparent in a cutout. */
const body = { left: 24, top: 6, width: 84, height: 64 } as const;

/** Fractions of the picture. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const share = { left: face.left / 120, top: face.top / 80, width: face.width / 120, height: face.height / 80 };

/** "Ann" is the red face, "Bob" is at the lower left corner, with 4 % of both sides. */
export function packetWithRegions(more = '', applied = { w: 4800, h: 3200 }): string {
  const { left, top, width, height } = share;
  const area = (x: number, y: number, w: number, h: number) =>
    `stArea:x="${x}" stArea:y="${y}" stArea:w="${w}" stArea:h="${h}" stArea:unit="normalized"`;
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"
 xmlns:MP="http://ns.microsoft.com/photo/1.2/" xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#" xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#"
 xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"
 xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" dc:source="kept">${more}
<mwg-rs:Regions rdf:parseType="Resource">
 <mwg-rs:AppliedToDimensions stDim:w="${applied.w}" stDim:h="${applied.h}" stDim:unit="pixel"/>
 <mwg-rs:RegionList><rdf:Bag>
  <rdf:li><rdf:Description mwg-rs:Name="Ann" mwg-rs:Type="Face"><mwg-rs:Area ${area(left + width / 2, top + height / 2, width, height)}/></rdf:Description></rdf:li>
  <rdf:li rdf:parseType="Resource"><mwg-rs:Name>Bob</mwg-rs:Name><mwg-rs:Area rdf:parseType="Resource"><stArea:x>0.02</stArea:x><stArea:y>0.98</stArea:y><stArea:w>0.04</stArea:w><stArea:h>0.04</stArea:h></mwg-rs:Area></rdf:li>
 </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
<MP:RegionInfo><rdf:Description><MPRI:Regions><rdf:Bag>
 <rdf:li><rdf:Description MPReg:PersonDisplayName="Ann" MPReg:Rectangle="${left}, ${top}, ${width}, ${height}"/></rdf:li>
 <rdf:li MPReg:PersonDisplayName="Bob" MPReg:Rectangle="0.00, 0.96, 0.04, 0.04"/>
</rdf:Bag></MPRI:Regions></rdf:Description></MP:RegionInfo>
</rdf:Description></rdf:RDF></x:xmpmeta>`;
}

const layer = (color: string, { left, top, width, height }: typeof face | typeof body) => ({
  input: { create: { width, height, channels: 4, background: color } } as const,
  left,
  top,
});

/** @param backdrop of the photograph; transparent for its cutout */
export function withFace(backdrop = '#808890'): Sharp {
  const create = { ...storedSize, channels: 4, background: backdrop } as const;
  return sharp({ create }).composite([layer('#506070', body), layer('#e01020', face)]);
}

/** Bounds of the red pixels. */
export async function redBounds(path: string): Promise<Bounds> {
  const { data, info } = await sharp(path)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const columns: number[] = [];
  const rows: number[] = [];
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [red = 0, green = 0, , alpha = 0] = data.subarray(pixel * 4, pixel * 4 + 4);
    if (red < 160 || green > 70 || alpha < 128) continue;
    columns.push(pixel % width);
    rows.push(Math.floor(pixel / width));
  }
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  return {
    left: left / width,
    top: top / height,
    width: (Math.max(...columns) + 1 - left) / width,
    height: (Math.max(...rows) + 1 - top) / height,
  };
}

export interface NamedRegions {
  readonly workingGroup: Readonly<Record<string, Bounds>>;
  readonly microsoft: Readonly<Record<string, Bounds>>;
  readonly applied: readonly (number | undefined)[];
}

/** Regions by name, in the form of other programs. */
export function regionsIn(packet: string): NamedRegions {
  const items = [...packet.matchAll(/<rdf:li[\s>].*?(?:<\/rdf:li>|\/>)/gs)].map(([text]) => text);
  const nameIn = (text: string) => /Name(?:="|>)(\w+)/.exec(text)?.[1] ?? '';
  const numberIn = (text: string, name: string) =>
    Number(new RegExp(`\\b${name}(?:="|>)([-.\\d]+)`).exec(text)?.[1] ?? Number.NaN);
  const workingGroup = items
    .filter((text) => text.includes('mwg-rs:Area'))
    .map((text) => {
      const [x, y, width, height] = ['x', 'y', 'w', 'h'].map((name) => numberIn(text, `stArea:${name}`)) as [
        number,
        number,
        number,
        number,
      ];
      return [nameIn(text), { left: x - width / 2, top: y - height / 2, width, height }] as const;
    });
  const microsoft = items
    .filter((text) => text.includes('MPReg:Rectangle'))
    .map((text) => {
      const [left, top, width, height] = (/Rectangle="([^"]+)"/.exec(text)?.[1] ?? '').split(',').map(Number) as [
        number,
        number,
        number,
        number,
      ];
      return [nameIn(text), { left, top, width, height }] as const;
    });
  const applied = ['w', 'h'].map((name) => numberIn(packet, `stDim:${name}`));
  return { workingGroup: Object.fromEntries(workingGroup), microsoft: Object.fromEntries(microsoft), applied };
}
