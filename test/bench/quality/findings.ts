/** Analyses for the page: points and boxes on the photograph, and values as text. */
import sharp, { type Sharp } from 'sharp';

// biome-ignore lint/suspicious/noExplicitAny: the API's JSON with optional parts
type Body = any;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export async function drawFindings(upload: Buffer, body: Body): Promise<Sharp> {
  const { width, height } = await sharp(upload).metadata();
  const radius = Math.max(1, width / 900);
  const dots = pointsOf(body).map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="#00ff88"/>`);
  const boxes = boxesOf(body).map(
    (box) =>
      `<rect x="${box.left}" y="${box.top}" width="${box.width}" height="${box.height}" fill="none" stroke="#ffcc00" stroke-width="${radius * 1.5}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${boxes.join('')}${dots.join('')}</svg>`;
  const drawn = await sharp(upload)
    .removeAlpha()
    .toColourspace('srgb')
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
  return sharp(drawn);
}

function pointsOf(body: Body): { x: number; y: number }[] {
  if (body.result?.face_list) {
    return body.result.face_list.flatMap((face: Body) => Object.values(face.landmark201 ?? face.landmark4 ?? {}));
  }
  const flat: number[] = body.data?.landmarks ?? [];
  return Array.from({ length: flat.length / 2 }, (_, i) => ({ x: flat[i * 2]!, y: flat[i * 2 + 1]! }));
}

function boxesOf(body: Body): Box[] {
  if (body.result?.face_list) return body.result.face_list.map(({ location }: Body) => location);
  if (body.face_rectangle) return [body.face_rectangle];
  const flat: number[] = body.data?.face_rectangles ?? [];
  return Array.from({ length: flat.length / 4 }, (_, i) => {
    const [left, top, width, height] = flat.slice(i * 4, i * 4 + 4) as [number, number, number, number];
    return { left, top, width, height };
  });
}

export function findingsInWords(body: Body): string {
  if (body.result?.face_list) {
    return body.result.face_list
      .map(
        ({ age, gender, angle }: Body) =>
          `${age} years, ${gender?.type}, turned ${angle.yaw}/${angle.pitch}/${angle.roll}°`,
      )
      .join('; ');
  }
  if (body.data) {
    const { data } = body;
    const faces = Array.from({ length: data.face_count }, (_, i) => {
      const worn = `glasses ${data.glasses[i]}, hat ${data.hat_list[i]}, mask ${data.masks[i]}`;
      return `${data.age_list[i]} years, ${data.gender_list[i] ? 'male' : 'female'}, smile ${data.expressions[i]}, ${worn}, score ${data.beauty_list[i]}, quality ${data.qualities.score_list[i]}`;
    });
    return faces.join('; ');
  }
  const entries = Object.entries<{ value?: number; confidence?: number }>(body.result ?? {});
  const present = entries.filter(([, { value }]) => value !== undefined && value > 0);
  const words = present.map(([name, { value, confidence }]) => `${name} ${value} (${confidence})`);
  const warning = body.warning?.length ? `warning: ${body.warning.join(', ')}; ` : '';
  return `${warning}skin type ${body.result?.skin_type?.skin_type}; ${words.join(', ')}`;
}
