import { describeDarkerSkin } from '../../../../helpers/operation/skin-tone-cases.ts';

describeDarkerSkin('woman');
describeDarkerSkin('pouting');
