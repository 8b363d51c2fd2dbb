/**
 * Description of the engine in OpenAPI 3.1, generated from the operation table. Reading order:
 *
 *   json-schema.ts                                     the keywords of JSON Schema
 *   operation-path.ts, request-body.ts, responses.ts   the path of an operation
 *   result-schemas.ts                                  results, with `analysis-schemas.ts`, `face-analysis-schema.ts`
 *   service-paths.ts, network-schemas.ts               the other paths
 */
import { operationList } from '../../../contract/operations/table.ts';
import { pointSchema } from './analysis-schemas.ts';
import type { Schema } from './json-schema.ts';
import { operationPath } from './operation-path.ts';
import { failureSchema, successSchema } from './responses.ts';
import { servicePaths } from './service-paths.ts';

/** Section “Versioning” of the interface. */
const interfaceVersion = '1.0.0';

/**
 * @param origin of the engine in the client's requests
 * @param keyHeader name of the header with the key
 */
export function describeEngine(origin: string, keyHeader: string): Schema {
  const operations = operationList.map((spec) => [spec.path, operationPath(spec)]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Burnish built-in engine',
      version: interfaceVersion,
      description: 'Portrait analysis, portrait effects and cutouts on this computer.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags: [
      { name: 'analysis', description: 'Portrait analysis' },
      { name: 'effects', description: 'Portrait effects and editing' },
      { name: 'cutout', description: 'Cutouts' },
      { name: 'service', description: 'Tasks, credits, results, status' },
    ],
    security: [{ apiKey: [] }],
    paths: {
      ...Object.fromEntries(operations),
      ...servicePaths(),
    },
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: keyHeader } },
      schemas: { Success: successSchema, Failure: failureSchema, Point: pointSchema },
    },
  };
}
