import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { toNodeHandler } from 'grimoire';
import admin from './grimoire.config.js';

@Controller()
class AppController {
  @Get()
  home(): string {
    return 'The application';
  }
}

@Module({ controllers: [AppController] })
class AppModule {}

const app = await NestFactory.create(AppModule);
app.use('/admin', toNodeHandler(admin.withDashboard()));
await app.listen(Number(process.env['PORT'] ?? 3000));
