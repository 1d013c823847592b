import { loadedPart } from '../loading/loaded-part.tsx';
import { PageSkeleton } from '../loading/page-skeleton.tsx';

// Pages that are not the first one of most visits: they are loaded when they are opened, or when that is likely.

/** The home page. */
export const Home = loadedPart(async () => (await import('../home/home.tsx')).Home, PageSkeleton);

/** The page of the user's own account. */
export const Profile = loadedPart(async () => (await import('../account/profile.tsx')).Profile, PageSkeleton);

/** The page of the database. */
export const DoctorPage = loadedPart(async () => (await import('../doctor/doctor-page.tsx')).DoctorPage, PageSkeleton);

/** The page on which users sign in. */
export const SignIn = loadedPart(async () => (await import('../account/sign-in.tsx')).SignIn);
