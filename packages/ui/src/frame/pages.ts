import { useGetIdentity } from 'react-admin';
import type { PageEntry } from '../extension/extension.ts';
import { type LoadedPart, loadedPart } from '../loading/loaded-part.tsx';
import { PageSkeleton } from '../loading/page-skeleton.tsx';
import { useMaySee } from '../own/own-pages.tsx';
import type { PlainText } from '../texts/text.ts';

/** A page of the dashboard itself, at `#/` and its path: an entry as those of an extension. Its code is loaded when it is opened, or when that is likely. */
export interface DashboardPage extends PageEntry {
  readonly title: PlainText;
  /** `false` for one that stands in the menu of the user in the place of that of the models. */
  readonly menu?: boolean;
  /** Whether superusers alone are shown the ways to it. The service decides about what stands on it. */
  readonly isForSuperusers?: boolean;
  /** Whether only links of other pages lead to it. */
  readonly isLinked?: boolean;
  readonly Page: LoadedPart<object>;
}

/** The home page. */
export const home: DashboardPage = {
  path: '',
  title: 'Home',
  Page: loadedPart(async () => (await import('../home/home.tsx')).Home, PageSkeleton),
};

/** All of them: what stands here has its address, its place in a menu and in the palette. */
export const dashboardPages: readonly DashboardPage[] = [
  home,
  {
    path: 'profile',
    title: 'Profile',
    icon: 'person',
    menu: false,
    Page: loadedPart(async () => (await import('../account/profile.tsx')).Profile, PageSkeleton),
  },
  {
    path: 'doctor',
    title: 'Database',
    icon: 'storage',
    menu: false,
    isForSuperusers: true,
    Page: loadedPart(async () => (await import('../doctor/doctor-page.tsx')).DoctorPage, PageSkeleton),
  },
  {
    path: 'changes',
    title: 'Changes',
    icon: 'history',
    menu: false,
    Page: loadedPart(async () => (await import('../changes/changes-page.tsx')).ChangesPage, PageSkeleton),
  },
  {
    path: 'changes/:id',
    title: 'Changes',
    isLinked: true,
    Page: loadedPart(async () => (await import('../changes/change-page.tsx')).ChangePage, PageSkeleton),
  },
];

/** The page on which users sign in, which has no address of its own. */
export const SignIn = loadedPart(async () => (await import('../account/sign-in.tsx')).SignIn);

/** The address of a page of the dashboard. */
export function addressOf({ path }: DashboardPage): string {
  return `/${path}`;
}

/** The pages to which the user is shown ways. */
export function useDashboardPages(): readonly DashboardPage[] {
  const { identity } = useGetIdentity();
  const maySee = useMaySee();
  return dashboardPages.filter(
    (page) => page.isLinked !== true && maySee(page) && (page.isForSuperusers !== true || identity?.['is_superuser'] === true),
  );
}
