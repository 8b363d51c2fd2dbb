/** Profiles (services to talk to), without their keys. */
import {
  builtInProfile,
  builtInProfileId,
  canCharge,
  type Profile,
  storedProfileSchema,
} from '../../../contract/services/profile.ts';
import type { StoreContext } from '../store-context.ts';
import { jsonDocuments } from './json-documents.ts';

export function profiles(context: StoreContext) {
  const table = jsonDocuments(context, 'profiles', 'profile', readProfile);
  return {
    /** The built-in engine first; it is always there. */
    list(): Profile[] {
      return [
        this.get(builtInProfileId) ?? builtInProfile,
        ...table.list().filter(({ id }) => id !== builtInProfileId),
      ];
    },
    get: (id: string): Profile | null => table.get(id) ?? (id === builtInProfileId ? builtInProfile : null),
    save: table.save,
    /** Removing the built-in profile brings back its first settings. */
    remove: table.remove,
  };
}

/** The built-in engine never charges, whatever an older document leaves open. */
function readProfile(document: unknown): Profile | null {
  const profile = storedProfileSchema.safeParse(document).data;
  return profile ? { ...profile, charges: canCharge(profile) } : null;
}
