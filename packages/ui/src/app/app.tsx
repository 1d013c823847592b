import type { PermissionsByModel } from '@grimoire/client/react-admin';
import type { ModelPermissions } from '@grimoire/protocol';
import { memo, useMemo, useState } from 'react';
import { Admin, CustomRoutes, Resource } from 'react-admin';
import { createHashRouter, Route, RouterProvider } from 'react-router-dom';
import { useExtension } from '../own/use-extension.ts';
import { ListPage } from './list-page.tsx';
import { OwnPage, pageAddress, PageOf } from '../own/own-pages.tsx';
import { Layout } from '../frame/layout.tsx';
import { MayNotAdd, MayNotView, NotThere } from '../layout/missing.tsx';
import { Notice } from '../layout/notice.tsx';
import { AppTrouble } from '../layout/page-trouble.tsx';
import { Starting } from '../layout/starting.tsx';
import { QuestionHost } from '../layout/question-host.tsx';
import { UndoHost } from '../undo/undo-host.tsx';
import { narrowScreen, withMenuByWidth } from '../store/menu-store.ts';
import { dashboardStore } from '../store/tab-store.ts';
import { themesOf } from '../theme/theme.ts';
import { RowCreate, RowEdit, RowShow } from './row-pages.ts';
import { type Service, ServiceProvider, useService } from '../session/service.ts';
import { addressOf, dashboardPages, home, SignIn } from '../frame/pages.ts';
import { i18nProvider } from '../texts/text.ts';

// React-admin makes the elements of all pages anew when it learns more of the user. What this page depends on, it reads by hooks.
const List = memo(ListPage);

/** The whole dashboard: pages for each model of the schema, with the operations that the user may do. */
export function App({ service }: { readonly service: Service }) {
  const [router] = useState(() => createHashRouter([{ path: '*', element: <Pages /> }]));
  return (
    <ServiceProvider value={service}>
      {/*
       * An address is drawn at once. In a transition of React, which is the default, React may draw the old page first. After a sign-out, the old page
       * finds no signed-in user, and opens the sign-in page again, without end.
       */}
      <RouterProvider router={router} useTransitions={false} />
    </ServiceProvider>
  );
}

function Pages() {
  const { settings, dataProvider, authProvider, queryClient } = useService();
  const { pages = [], theme } = useExtension();
  const store = useMemo(() => withMenuByWidth(dashboardStore(), narrowScreen()), []);
  const themes = useMemo(() => themesOf(settings.brand.accent, theme), [settings.brand.accent, theme]);
  return (
    <Admin
      title={settings.brand.name}
      dataProvider={dataProvider}
      authProvider={authProvider}
      queryClient={queryClient}
      store={store}
      dashboard={home.Page}
      layout={Layout}
      notification={Messages}
      loginPage={SignIn}
      loading={Starting}
      error={AppTrouble}
      lightTheme={themes.light}
      darkTheme={themes.dark}
      i18nProvider={i18nProvider()}
      catchAll={NotThere}
      requireAuth
      disableTelemetry
    >
      {(permissions: PermissionsByModel | undefined) => [
        ...[...(permissions ?? [])].map(resourceOf),
        <CustomRoutes key="">
          {dashboardPages.map((page) =>
            page === home ? null : <Route key={page.path} path={addressOf(page)} element={<PageOf entry={page} />} />,
          )}
          {pages.map((page) => (
            <Route key={page.path} path={pageAddress(page)} element={<OwnPage path={page.path} />} />
          ))}
        </CustomRoutes>,
      ]}
    </Admin>
  );
}

function Messages() {
  return (
    <>
      <Notice />
      <UndoHost />
      <QuestionHost />
    </>
  );
}

function resourceOf([model, { view, add, change }]: [string, ModelPermissions]) {
  return (
    <Resource
      key={model}
      name={model}
      recordRepresentation="_label"
      list={view ? List : MayNotView}
      show={view ? RowShow : MayNotView}
      create={add ? RowCreate : MayNotAdd}
      // A user without the right to change a row who opens a link to its form is shown the row.
      edit={change ? RowEdit : view ? RowShow : MayNotView}
    />
  );
}
