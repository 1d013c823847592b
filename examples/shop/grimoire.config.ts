import { shopAdmin } from './shop-admin.ts';
import { shopTarget } from './shop-target.ts';

export default shopAdmin(shopTarget());
