import { z } from 'zod';
import { type About, type LicenseId, type LoginStart, licenseIds } from '../../contract/app/about.ts';
import type { Snapshot } from '../../contract/app/app-snapshot.ts';
import { menuCommands } from '../../contract/app/menu-commands.ts';
import { changedSettingsSchema, settingsSchema } from '../../contract/app/settings.ts';
import { closeStateSchema } from '../../contract/app/unsaved-changes.ts';
import type { UpdateStatus } from '../../contract/app/update-status.ts';
import { type Grant, maxPathLength } from '../../contract/validation/path-grant.ts';
import { request } from '../request.ts';

export const appRequests = {
  'app.snapshot': request().returns<Snapshot>(),
  /** Starts the queue. */
  'app.started': request(),
  /** Returns one grant for all files. */
  'app.chooseImages': request().returns<string | null>(),
  'app.chooseFolder': request({
    title: z.string().max(200),
    start: z.string().max(maxPathLength).nullable(),
  }).returns<Grant | null>(),
  'app.choosePhotograph': request({ purpose: z.enum(['reference', 'preview']) }).returns<Grant | null>(),
  'app.revealDataFolder': request(),
  'app.revealLogs': request(),
  'app.diagnostics': request().returns<string>(),
  /** Responds to the event `leaving`. */
  'app.leaving': request(closeStateSchema),
  'app.menu': request({ possible: z.array(z.enum(menuCommands)).max(menuCommands.length) }),
  'app.about': request().returns<About>(),
  /** Empty in a checkout without a build. */
  'app.licence': request({ id: z.enum(licenseIds satisfies readonly LicenseId[]) }).returns<readonly string[]>(),

  'settings.save': request(changedSettingsSchema),

  'updates.standing': request().returns<UpdateStatus>(),
  /** The event `updates` reports progress. */
  'updates.look': request(),
  /** Main asks first if work would be lost. */
  'updates.restart': request(),

  /** `address` may contain name and password. Main asks first. */
  'system.setProxy': request({ proxy: settingsSchema.shape.proxy.unwrap(), address: z.string().max(1000) }),
  'system.chooseCertificates': request(),
  'system.removeCertificates': request(),
  /** Empty: none. Main asks first. */
  'system.setDoneCommand': request({ command: z.string().max(500) }),
  'system.continueOnBattery': request(),
  'system.startsAtLogin': request().returns<LoginStart>(),
  'system.setStartsAtLogin': request({ isOn: z.boolean() }),
};
