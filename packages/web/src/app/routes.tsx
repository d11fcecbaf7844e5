import { Suspense } from 'react';
import { HashRouter, Route, Routes } from 'react-router-dom';
import { SIGN_IN } from '../lib/routes.ts';
import { CaughtUp } from './caught-up.tsx';
import { Guard } from './guard.tsx';
import { Header } from './header.tsx';
import { Layout } from './layout.tsx';
import { NoticesBar } from './notices-bar.tsx';
import { OtherTabs } from './other-tabs.tsx';
import { pickerPage, signInPage } from './pages.ts';

/** What stands at which address (specification, section 2). */
export function AppRoutes() {
  return (
    <HashRouter>
      <CaughtUp />
      <OtherTabs />
      <Layout header={<Header />} notices={<NoticesBar />}>
        <Suspense>
          <Routes>
            <Route path={SIGN_IN} element={<signInPage.View onBegun={pickerPage.ahead} />} />
            <Route
              path="*"
              element={
                <Guard>
                  <pickerPage.View />
                </Guard>
              }
            />
          </Routes>
        </Suspense>
      </Layout>
    </HashRouter>
  );
}
