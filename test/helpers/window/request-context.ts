import { type Grants, openGrants } from '../../../main/ipc/bridge/path-grants.ts';
import type { RequestContext } from '../../../main/ipc/bridge/request-handlers.ts';

type Core = RequestContext['core'];
type Parts = {
  readonly [Name in keyof Core]?: Core[Name] extends (...args: never[]) => unknown ? Core[Name] : Partial<Core[Name]>;
};

/** A context for handlers that use only these parts of it. */
export function requestContext({
  core = {},
  desktop = {},
  grants = openGrants(),
}: {
  readonly core?: Parts;
  readonly desktop?: Partial<RequestContext['desktop']>;
  readonly grants?: Grants;
}): RequestContext {
  return { core: core as Core, desktop: desktop as RequestContext['desktop'], grants };
}
