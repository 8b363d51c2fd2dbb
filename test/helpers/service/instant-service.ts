/** A service that draws its results immediately, for window tests that do not depend on the engine's output. */
import sharp, { type Sharp } from 'sharp';
import { operationIds } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { openPoints, profileSchema } from '../../../contract/services/profile.ts';
import type { Bridge } from '../../../preload/channels.ts';
import { success } from '../queue/queue-stage.ts';
import type { OpenWindow } from '../window/window.ts';
import { type RecordedRequest, type ScriptedServer, startScriptedServer } from './scripted-server.ts';

const id = 'drawing';

/** Makes `window` send all its photographs to a free service of this test, which must be closed afterwards. */
export async function useInstantService(window: OpenWindow): Promise<ScriptedServer> {
  const server = await startScriptedServer({ keepBodyBytes: 64 * 1024 * 1024 });
  const tasks: unknown[] = [];
  for (const operation of operationIds) {
    const { path, delivery } = operations[operation];
    const finished = async (request: RecordedRequest) => ({ ...success, data: { image: await drawn(request) } });
    const begun = async (request: RecordedRequest) => {
      tasks.push({ ...(await finished(request)), task_status: 2 });
      return { ...success, task_id: `task-${tasks.length}`, task_status: 0 };
    };
    server.script(`POST ${path}`, { json: delivery === 'async' ? begun : finished });
  }
  server.script(`GET ${openPoints.taskQueryPath}`, {
    json: ({ query }: RecordedRequest) => tasks[Number(query.get('task_id')?.replace('task-', '')) - 1],
  });
  const profile = profileSchema.parse({
    ...{ id, kind: 'remote', name: 'Drawing', baseUrl: server.baseUrl, charges: false, pollSeconds: 1 },
  });
  const saved = await window.page.evaluate(
    (each) =>
      (globalThis as unknown as { burnish: Bridge }).burnish.profiles.save({ profile: each, key: 'sk-drawing' }),
    profile,
  );
  if (!saved.ok) throw new Error(JSON.stringify(saved.message));
  await window.changeSettings({ defaultProfileId: id });
  return server;
}

/**
 * Draws the result in base64: for a cutout an ellipse of the photograph, on white if requested; otherwise the
 * photograph, brighter.
 */
async function drawn(request: RecordedRequest): Promise<string> {
  const parts = request.parts();
  const photograph = parts.find(({ fileName }) => fileName !== undefined)?.bytes;
  const { width, height } = await sharp(photograph).metadata();
  const ellipse = `<svg width="${width}" height="${height}"><ellipse cx="50%" cy="50%" rx="35%" ry="45%"/></svg>`;
  if (!request.path.includes('/cutout/')) return base64(sharp(photograph).modulate({ brightness: 1.1 }));
  const cut = sharp(photograph)
    .ensureAlpha()
    .composite([{ input: Buffer.from(ellipse), blend: 'dest-in' }]);
  const onWhite = parts.some(({ text, fileName }) => fileName === undefined && text === 'whiteBK');
  return base64(onWhite ? sharp(await cut.png().toBuffer()).flatten({ background: '#fff' }) : cut);
}

async function base64(image: Sharp): Promise<string> {
  return (await image.png({ compressionLevel: 1 }).toBuffer()).toString('base64');
}
