/** The whole description of the engine in OpenAPI 3.1, made from the operation table. */
import { operationList } from '../../../contract/operations/table.ts';
import { pointSchema } from './analysis-schemas.ts';
import { operationPath } from './operation-path.ts';
import { failureSchema, successSchema } from './responses.ts';
import type { Schema } from './schema.ts';
import { servicePaths } from './service-paths.ts';

export interface DescriptionOptions {
  /** Origin under which the client addressed the engine. */
  readonly origin: string;
  /** Header that carries the key. Section "Authentication" of the interface. */
  readonly keyHeader: string;
}

/** The version of the interface that the engine speaks. Section "Versioning". */
const interfaceVersion = '1.0.0';

/** The OpenAPI document of an engine, ready for JSON. */
export function describeEngine({ origin, keyHeader }: DescriptionOptions): Schema {
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
