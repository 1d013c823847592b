import AccountIcon from '@mui/icons-material/AccountCircleOutlined';
import ArticleIcon from '@mui/icons-material/ArticleOutlined';
import BookIcon from '@mui/icons-material/MenuBookOutlined';
import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined';
import CardIcon from '@mui/icons-material/CreditCardOutlined';
import CartIcon from '@mui/icons-material/ShoppingCartOutlined';
import CategoryIcon from '@mui/icons-material/CategoryOutlined';
import ChartIcon from '@mui/icons-material/BarChartOutlined';
import ChatIcon from '@mui/icons-material/ChatBubbleOutlineOutlined';
import CodeIcon from '@mui/icons-material/CodeOutlined';
import CompanyIcon from '@mui/icons-material/BusinessOutlined';
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import FolderIcon from '@mui/icons-material/FolderOutlined';
import GroupIcon from '@mui/icons-material/GroupsOutlined';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import ImageIcon from '@mui/icons-material/ImageOutlined';
import InvoiceIcon from '@mui/icons-material/ReceiptOutlined';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import LinesIcon from '@mui/icons-material/FormatListBulletedOutlined';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import MoneyIcon from '@mui/icons-material/PaymentsOutlined';
import NotificationIcon from '@mui/icons-material/NotificationsOutlined';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import PlaceIcon from '@mui/icons-material/PlaceOutlined';
import ProductIcon from '@mui/icons-material/Inventory2Outlined';
import ScheduleIcon from '@mui/icons-material/ScheduleOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import ShippingIcon from '@mui/icons-material/LocalShippingOutlined';
import StarIcon from '@mui/icons-material/StarBorderOutlined';
import StorageIcon from '@mui/icons-material/StorageOutlined';
import StoreIcon from '@mui/icons-material/StoreOutlined';
import TableIcon from '@mui/icons-material/TableRowsOutlined';
import TagIcon from '@mui/icons-material/LocalOfferOutlined';
import TaskIcon from '@mui/icons-material/TaskAltOutlined';
import WarehouseIcon from '@mui/icons-material/WarehouseOutlined';
import type { IconName, ModelSummary } from '@grimoire/protocol';
import type { ReactElement } from 'react';

/** The icons by the names that a config may give. */
const byName: Readonly<Record<IconName, typeof TableIcon>> = {
  account: AccountIcon,
  article: ArticleIcon,
  book: BookIcon,
  calendar: CalendarIcon,
  card: CardIcon,
  cart: CartIcon,
  category: CategoryIcon,
  chart: ChartIcon,
  chat: ChatIcon,
  code: CodeIcon,
  company: CompanyIcon,
  file: FileIcon,
  folder: FolderIcon,
  group: GroupIcon,
  history: HistoryIcon,
  image: ImageIcon,
  invoice: InvoiceIcon,
  key: KeyIcon,
  link: LinkIcon,
  list: LinesIcon,
  mail: MailIcon,
  money: MoneyIcon,
  notification: NotificationIcon,
  person: PersonIcon,
  place: PlaceIcon,
  product: ProductIcon,
  schedule: ScheduleIcon,
  settings: SettingsIcon,
  shipping: ShippingIcon,
  star: StarIcon,
  storage: StorageIcon,
  store: StoreIcon,
  table: TableIcon,
  tag: TagIcon,
  task: TaskIcon,
  warehouse: WarehouseIcon,
};

/** The icons, with the words in the name of a model for which each is chosen. The last word that is known counts: "order line" is a line. */
const icons: readonly (readonly [icon: typeof TableIcon, words: string])[] = [
  [CartIcon, 'order cart basket purchase sale checkout'],
  [PersonIcon, 'customer user person people member client contact employee staff author patient student artist guest visitor profile'],
  [AccountIcon, 'account'],
  [GroupIcon, 'group team role department audience'],
  [TagIcon, 'coupon tag discount promotion price label offer voucher'],
  [ProductIcon, 'product item article good inventory sku part stock'],
  [CategoryIcon, 'category genre kind type class classification'],
  [WarehouseIcon, 'warehouse depot'],
  [StoreIcon, 'store shop channel branch'],
  [CompanyIcon, 'company supplier vendor organization organisation tenant partner manufacturer brand'],
  [ShippingIcon, 'shipment delivery movement transfer shipping carrier vehicle package parcel'],
  [InvoiceIcon, 'invoice receipt bill quote'],
  [MoneyIcon, 'payment refund payout transaction salary expense transfer money currency'],
  [CardIcon, 'card subscription plan'],
  [LinesIcon, 'line entry list event queue stage step movement'],
  [HistoryIcon, 'log audit history revision version change activity session'],
  [ScheduleIcon, 'job schedule task cron shift time slot'],
  [TaskIcon, 'todo ticket issue case check approval'],
  [CalendarIcon, 'booking appointment reservation calendar holiday date rental'],
  [ChatIcon, 'comment message conversation chat feedback note reply'],
  [StarIcon, 'review rating favorite favourite score'],
  [MailIcon, 'mail email newsletter campaign letter'],
  [NotificationIcon, 'notification alert reminder'],
  [ArticleIcon, 'post page blog story news content'],
  [BookIcon, 'book film movie album track title playlist'],
  [FileIcon, 'file document attachment upload contract'],
  [ImageIcon, 'image photo picture media avatar video'],
  [FolderIcon, 'folder project collection catalog catalogue directory'],
  [PlaceIcon, 'address city country place location region territory site venue'],
  [KeyIcon, 'key permission token secret credential right'],
  [SettingsIcon, 'setting config configuration option preference parameter feature flag'],
  [LinkIcon, 'link url redirect webhook'],
  [CodeIcon, 'api endpoint script template'],
  [ChartIcon, 'report metric statistic chart survey poll'],
  [StorageIcon, 'database backup migration server device'],
];

const byWord = new Map(icons.flatMap(([icon, words]) => words.split(' ').map((word) => [word, icon] as const)));

/** Forms of a word under which it may be known: of "categories", also "category". */
function formsOf(word: string): readonly string[] {
  return [word, word.replace(/ies$/, 'y'), word.replace(/es$/, ''), word.replace(/s$/, '')];
}

/** The words in the names of a model, the more special ones first. */
function wordsOf({ model, verbose_name: name }: Pick<ModelSummary, 'model' | 'verbose_name'>): readonly string[] {
  const own =
    model
      .split('.')
      .at(-1)
      ?.replaceAll(/([a-z])([A-Z])/g, '$1 $2') ?? '';
  return `${own} ${name}`.toLowerCase().split(/[\s_-]+/);
}

const drawn = new Map(Object.values(byName).map((Icon) => [Icon, <Icon key="" fontSize="small" />] as const));

type Named = Pick<ModelSummary, 'model' | 'verbose_name' | 'icon'>;
/** An icon by its name. */
export function namedIcon(name: IconName): ReactElement {
  // The extension may have been written for a dashboard with more of them.
  return drawn.get(Object.hasOwn(byName, name) ? byName[name] : TableIcon) ?? <></>;
}

/** The icon of a model: that of the config, otherwise one chosen by the words in its name. */
export function iconOf(model: Named): ReactElement | undefined {
  return drawn.get(chosen(model));
}

/** Whether the rows of a model are people, as its icon says. */
export function arePeople(model: Named): boolean {
  return chosen(model) === PersonIcon;
}

function chosen(model: Named): typeof TableIcon {
  // A newer service may send names that are unknown here.
  if (model.icon !== undefined && Object.hasOwn(byName, model.icon)) return byName[model.icon];
  const matches = wordsOf(model).flatMap((word) => formsOf(word).flatMap((form) => byWord.get(form) ?? []));
  return matches.at(-1) ?? TableIcon;
}
